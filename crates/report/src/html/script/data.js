// The script of the page: it shows the runs that lie in the page as data. Nothing is fetched, and every text that comes from the
// program reaches the document as a text node. Lists are virtual; the state is a checkpoint every 256 rows or more, plus changes.
//
// Its parts stand one behind the other in one function: data, lists, source and steps, state, why, page.
(function () {
'use strict';
const island = document.getElementById('data');
const D = JSON.parse(island.textContent);
const app = document.getElementById('explorer');
const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}
function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  for (const child of children) node.append(child);
  return node;
}

/** A sentence in which what stands between backticks is code. */
function prose(text) {
  const parts = text.split('`');
  return parts.length % 2 ? parts.map((part, i) => i % 2 ? el('code', {}, part) : part) : [text];
}

// ---- the runs as they lie in the page: see runs.rs ---------------------------------------------------------------------------
const FILE = 0, LINE = 1, FUNC = 2, KIND = 3, WHAT = 4, LOOP = 5, DEPTH = 6, VALUE = 7, ROUND = 8, THREAD = 9, BACK = 10, MADE = 11, SHIFTS = 12, READS = 13;
const CLAIM = 6;
const runs = D.runs, two = runs.length > 1, PER = D.per;
/** Long lists of numbers are packed: see runs.rs. */
function unpacked(text) {
  const found = new Int32Array(text.length);
  let count = 0, number = 0, shift = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i), digit = code > 96 ? code - 71 : code > 64 ? code - 65 : code > 47 ? code + 4 : code === 43 ? 62 : 63;
    number |= (digit & 31) << shift;
    shift += 5;
    if (digit > 31) continue;
    found[count++] = number & 1 ? -(number >>> 1) : number >>> 1;
    number = shift = 0;
  }
  return found.slice(0, count);
}
/** Records of so many numbers. */
function records(text, size) {
  const flat = unpacked(text), found = [];
  for (let i = 0; i < flat.length; i += size) found.push(flat.subarray(i, i + size));
  return found;
}
const shapes = unpacked(D.shapes), shapeAt = starts(shapes);
D.shapes = null;
function starts(flat) {
  const found = [];
  for (let i = 0; i < flat.length; i += flat[i] + 1) found.push(i + 1);
  return Int32Array.from(found);
}
for (const run of runs) {
  run.rows = unpacked(run.rows);
  run.shifts = unpacked(run.shifts);
  run.objects = records(run.objects, 7);
  run.cells = records(run.cells, 4);
  run.count = run.rows.length;
  run.shiftAt = new Int32Array(run.count + 1);
  for (let row = 0; row < run.count; row++) run.shiftAt[row + 1] = run.shiftAt[row] + 3 * shapes[shapeAt[run.rows[row]] + SHIFTS - LOOP];
  let begun = 0;
  for (const object of run.objects) { begun += object[5]; object[5] = begun; object[6] = object[6] ? begun + object[6] - 1 : -1; }
  let owner = 0;
  for (const cell of run.cells) cell[0] = owner += cell[0];
  run.byObject = run.objects.map(() => []);
  run.cells.forEach((cell, number) => run.byObject[cell[0]].push(number));
}
/** A column of a row; those up to LOOP are its place's. */
function at(run, row, column) {
  if (row < 0) return -1;
  const shape = shapeAt[runs[run].rows[row]];
  return column > LOOP ? shapes[shape + column - LOOP] : D.sites[shapes[shape]][column];
}
/** Storage without a name is short here: `&malloc@6#3[8]` is `→ object 3 (line 6) + 8`. */
function words(text) {
  if (!text.includes('@') && !text.includes('(dead)')) return text;
  return text.replace(/(&?)(malloc|alloca)@(\d+)(?:#(\d+))?(?:\[(\d+)\])?( \(dead\))?/g, (all, pointer, how, line, number, byte, dead) =>
    (pointer ? '→ ' : '') + 'object' + (number ? ' ' + number : '') + (line === '0' ? '' : ' (line ' + line + ')') + (byte ? (pointer ? ' + ' + byte : ', byte ' + byte) : '') + (dead ? ' freed' : ''))
    .replace(/ \(dead\)/g, ' (no longer there)');
}
const T = (n) => n < 0 ? '' : words(D.texts[n]);
/** Something that was read: name, value, whether it only says where something lies, whether nobody wrote it, and its links. */
function partsAt(start, row) {
  const parts = [], end = start + 1 + shapes[start];
  for (let i = start + 1; i < end; i += 4 + shapes[i + 3]) {
    const flags = shapes[i + 2], from = [];
    for (let k = 0; k < shapes[i + 3]; k++) from.push(linkBehind(shapes[i + 4 + k], row));
    parts.push({ name: T(shapes[i]), value: T(shapes[i + 1]), address: (flags & 1) > 0, unwritten: (flags & 2) > 0, from });
  }
  return parts;
}
function linkBehind(number, row) {
  const back = Math.floor(number / PER);
  return (row - back) * PER + (number - back * PER);
}
const readsAt = (run) => shapeAt[run] + READS - LOOP;
function reads(run, row) { return row < 0 ? [] : partsAt(readsAt(runs[run].rows[row]), row); }
/** A link is its row times PER plus its number there. */
const rowOf = (link) => Math.floor(link / PER);
function link(run, number) {
  const row = rowOf(number), shape = runs[run].rows[row];
  if (shape === undefined) return null;
  const own = readsAt(shape), end = shapeAt[shape] + shapes[shapeAt[shape] - 1];
  let i = own + 1 + shapes[own];
  for (let k = number - row * PER; i < end; k--) {
    const flags = shapes[i + 1], place = flags & 1 ? [shapes[i + 2], shapes[i + 3]] : [at(run, row, FILE), at(run, row, LINE)];
    const parts = i + (flags & 1 ? 4 : 2);
    if (k === 0) return { row, says: T(shapes[i]), file: place[0], line: place[1], parts: partsAt(flags & 2 ? parts : own, row) };
    i = parts + (flags & 2 ? 1 + shapes[parts] : 0);
  }
  return null;
}
/** The link of what a row wrote, -1 for none. */
function made(run, row) { const number = at(run, row, MADE); return number > 0 ? row * PER + number - 1 : -1; }
function control(run, row) { const back = at(run, row, BACK); return back > 0 ? row - back : -1; }
/** What a row says: what stands before its value, the value, and what stands behind it. */
function toldParts(run, row) {
  const what = T(at(run, row, WHAT)), value = T(at(run, row, VALUE));
  switch (at(run, row, KIND)) {
    case 0: return [what + ' = ', value, ''];
    case 1: return [what + ' = ', value, ' (input)'];
    case 2: case 3: return [what + ': ', value, ''];
    case 4: return ['call ' + what + '(', value, ')'];
    case 5: return [what + ' returns' + (value ? ' ' : ''), value, ''];
    default: return ['', value, ': ' + what.replaceAll('`', '')];
  }
}
function told(run, row) { return row < 0 ? '' : toldParts(run, row).join(''); }

// ---- both runs side by side: which rows belong together, and which of them differ ------------------------------------------------
const sides = pairs(unpacked(D.pairs)), count = sides[0].length;
D.pairs = null;
function pairs(told) {
  let all = 0;
  for (let i = 2; i < told.length; i += 3) all += told[i];
  const found = [new Int32Array(all), new Int32Array(all)];
  let next = 0;
  for (let i = 0; i < told.length; i += 3) for (let k = 0; k < told[i + 2]; k++, next++) for (const side of [0, 1]) found[side][next] = told[i + side] < 0 ? -1 : told[i + side] + k;
  return found;
}
const pair = (i) => [sides[0][i], sides[1][i]];
const pairOf = runs.map((run, side) => {
  const found = new Int32Array(run.count).fill(-1);
  for (let i = 0; i < count; i++) if (sides[side][i] >= 0) found[sides[side][i]] = i;
  return found;
});
function differs(i) {
  const [a, b] = pair(i);
  if (!two) return false;
  if (a < 0 || b < 0) return true;
  if (runs[0].rows[a] === runs[1].rows[b]) return false;
  return at(0, a, WHAT) !== at(1, b, WHAT) || at(0, a, VALUE) !== at(1, b, VALUE);
}
const different = [], isDifferent = new Uint8Array(count);
for (let i = 0; i < count; i++) if (differs(i)) { different.push(i); isDifferent[i] = 1; }
/** The row of a run that is executed last at a pair. */
const lastRow = runs.map((run, side) => {
  const found = new Int32Array(count);
  for (let i = 0, row = -1; i < count; i++) { if (sides[side][i] >= 0) row = sides[side][i]; found[i] = row; }
  return found;
});
const rowAt = (run, i) => i < count ? lastRow[run][i] : -1;
/** How many calls deep; a claim is told of the function that was told of last. */
function depth(i) {
  const [a, b] = pair(i), run = a >= 0 ? 0 : 1, row = a >= 0 ? a : b;
  if (at(run, row, KIND) !== CLAIM) return at(run, row, DEPTH);
  return row > 0 ? at(run, row - 1, DEPTH) + (at(run, row - 1, KIND) === 4 ? 1 : 0) : 0;
}

