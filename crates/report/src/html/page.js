// The script of the page: it shows the runs that lie in the page as data. Nothing is fetched, and every text that comes from the
// program reaches the document as a text node. Lists are virtual; the state is a checkpoint every 256 rows plus changes.
(function () {
'use strict';
const island = document.getElementById('data');
const D = JSON.parse(island.textContent);
const app = document.getElementById('explorer');
const T = (n) => n < 0 ? '' : D.texts[n];
const FILE = 0, LINE = 1, FUNC = 2, DEPTH = 3, KIND = 4, WHAT = 5, VALUE = 6, LOOP = 7, ROUND = 8, THREAD = 9, CONTROL = 10, MADE = 11;
const H = 20, EVERY = 256;
const runs = D.runs, count = D.rows.length / 2, two = runs.length > 1;
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
const at = (run, row, column) => row < 0 ? -1 : runs[run].rows[row][column];
const pair = (i) => [D.rows[2 * i], D.rows[2 * i + 1]];
function differs(i) {
  const [a, b] = pair(i);
  if (!two) return false;
  if (a < 0 || b < 0) return true;
  return T(at(0, a, WHAT)) !== T(at(1, b, WHAT)) || T(at(0, a, VALUE)) !== T(at(1, b, VALUE));
}
function told(run, row) {
  if (row < 0) return '';
  const r = runs[run].rows[row], what = T(r[WHAT]), value = T(r[VALUE]);
  switch (r[KIND]) {
    case 0: return what + ' = ' + value;
    case 1: return what + ' = ' + value + ' (input)';
    case 2: return what + ': ' + (value === 'true' ? 'yes' : 'no');
    case 3: return what + ': ' + value;
    case 4: return what + '(' + value + ')';
    case 5: return what + (value ? ' ' + value : '');
    default: return what;
  }
}

// ---- what differs, by pair, and where each row is -------------------------------------------------------------------
const different = [];
const pairOf = [new Map(), new Map()];
for (let i = 0; i < count; i++) {
  const [a, b] = pair(i);
  if (a >= 0) pairOf[0].set(a, i);
  if (b >= 0) pairOf[1].set(b, i);
  if (differs(i)) different.push(i);
}
const isDifferent = new Uint8Array(count);
for (const i of different) isDifferent[i] = 1;

// ---- changes of the page's address, and the state of the view ----------------------------------------------------------
let now = lastOfFirst(), asked = null, side = 0, format = 'dec', switched = -1, opened = new Set(), folded = true;
/** Where the failing run ends. */
function lastOfFirst() { for (let i = count - 1; i > 0; i--) if (D.rows[2 * i] >= 0) return i; return 0; }
function address() {
  let text = '#s=' + now + '&run=' + side;
  if (asked !== null) text += '&why=' + asked;
  return text;
}
function remember(replace) {
  const text = address();
  if (location.hash === text) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', text);
}
function restore() {
  const text = location.hash.slice(1);
  const line = /^L(\d+)\.(\d+)$/.exec(text);
  if (line) { showLine(+line[1], +line[2]); return; }
  const given = new Map(text.split('&').map((part) => part.split('=')));
  if (given.has('s')) now = Math.min(Math.max(0, parseInt(given.get('s'), 10) || 0), Math.max(0, count - 1));
  if (given.has('run')) side = two && given.get('run') === '1' ? 1 : 0;
  const why = given.get('why');
  asked = why === undefined ? null : /^(l\d+|r\d+|n\d+\.\d+)$/.test(why) ? why : null;
  render(true);
}

// ---- folds: long stretches that are alike, or calls that are stepped over ------------------------------------------------
let items = [];
function fold() {
  items = [];
  const LONG = 12;
  let i = 0;
  while (i < count) {
    let j = i;
    while (j < count && !isDifferent[j] && two) j++;
    if (folded && j - i > LONG && !opened.has(i) && !(now > i + 1 && now < j - 2)) {
      items.push(i, i + 1, [i + 2, j - 2, i]);
      for (let k = j - 2; k < j; k++) items.push(k);
      i = j;
    } else {
      const end = Math.max(j, i + 1);
      for (; i < end; i++) items.push(i);
    }
  }
}
/** What a fold hides: rounds, if there is one loop in it. */
function foldText(from, to) {
  const n = to - from;
  let loop = -1, first = 0, last = 0, inside = 0;
  for (let i = from; i < to; i++) {
    const row = pair(i)[0], own = at(0, row, LOOP);
    if (own < 0) continue;
    if (loop >= 0 && own !== loop) return '⋯ ' + n + ' steps alike';
    last = at(0, row, ROUND);
    if (loop < 0) { loop = own; first = last; }
    inside++;
  }
  if (loop < 0 || first === last) return '⋯ ' + n + ' steps alike';
  return '⋯ rounds ' + first + '–' + last + (inside < n ? ' and ' + (n - inside) + ' more steps' : '') + ' alike (' + n + ' steps)';
}
function itemOf(i) {
  let low = 0, high = items.length - 1;
  const first = (item) => Array.isArray(item) ? item[0] : item;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (first(items[middle]) <= i) low = middle; else high = middle - 1;
  }
  return low;
}

// ---- the state ------------------------------------------------------------------------------------------------------------
const checkpoints = runs.map(() => [new Map()]);
function stateAt(run, row) {
  const points = checkpoints[run], shifts = runs[run].shifts;
  let k = Math.min(Math.floor((row + 1) / EVERY), points.length - 1);
  let state = new Map(points[k]);
  for (let r = k * EVERY; r <= row; r++) {
    if (r > 0 && r % EVERY === 0 && points.length === r / EVERY) points.push(new Map(state));
    const s = shifts[r];
    for (let i = 0; i < s.length; i += 3) state.set(s[i], [s[i + 1], s[i + 2]]);
  }
  return state;
}
/** The row of a run that is executed last at a pair. */
function rowAt(run, i) {
  for (let k = i; k >= 0; k--) { const row = pair(k)[run]; if (row >= 0) return row; }
  return -1;
}
function shownValue(run, cell, value) {
  if (value < 0) return '(not written)';
  const text = T(value), [, , width, sign] = runs[run].cells[cell];
  const number = /^-?\d+/.exec(text);
  if (format === 'dec' || !width || !number || (text[number[0].length] !== undefined && text[number[0].length] !== ' ')) return text;
  let bits = BigInt.asUintN(width, BigInt(number[0]));
  if (format === 'hex') return '0x' + bits.toString(16).padStart(Math.ceil(width / 4), '0');
  if (format === 'bits') return bits.toString(2).padStart(width, '0').replace(/(.{8})(?=.)/g, '$1 ');
  const code = Number(BigInt.asUintN(32, bits));
  return code > 32 && code < 127 ? "'" + String.fromCharCode(code) + "'" : text;
}

// ---- virtual lists ----------------------------------------------------------------------------------------------------------
function List(label, role, total, draw) {
  this.total = total;
  this.draw = draw;
  this.block = el('div', { class: 'block' });
  this.space = el('div', { class: 'space' }, this.block);
  this.node = el('div', { class: 'list ' + role, tabindex: '0', role: role, 'aria-label': label }, this.space);
  this.sheet = null;
  this.node.addEventListener('scroll', () => this.paint());
}
List.prototype.paint = function () {
  const height = this.node.clientHeight || 400, total = this.total();
  const first = Math.max(0, Math.floor(this.node.scrollTop / H) - 8);
  const last = Math.min(total, first + Math.ceil(height / H) + 24);
  place(this.space, 'height', total * H);
  place(this.block, 'top', first * H);
  const rows = [];
  for (let i = first; i < last; i++) rows.push(this.draw(i));
  this.block.replaceChildren(...rows);
};
List.prototype.show = function (i) {
  const top = i * H, node = this.node;
  // The list must be as long as it is before it can be scrolled.
  place(this.space, 'height', this.total() * H);
  if (top < node.scrollTop + H || top > node.scrollTop + node.clientHeight - 3 * H) node.scrollTop = Math.max(0, top - node.clientHeight / 2);
  this.paint();
};
/** Geometry is set through rules of a sheet of the script's own: the page's policy allows no style attributes. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];
let places = 0;
function place(node, property, pixels) {
  if (!node.dataset.place) {
    node.dataset.place = String(++places);
    node.id = node.id || 'place-' + places;
    sheet.insertRule('#' + node.id + '{}', sheet.cssRules.length);
    node.dataset.rule = String(sheet.cssRules.length - 1);
  }
  sheet.cssRules[+node.dataset.rule].style.setProperty(property, pixels + 'px');
}

// ---- source -----------------------------------------------------------------------------------------------------------------
let file = D.failure ? D.failure[0] : 0, lineAsked = -1;
const marks = new Map();
for (const mark of D.marks) {
  const key = mark.file + ':' + mark.line;
  if (!marks.has(key)) marks.set(key, []);
  marks.get(key).push(mark);
}
function lines() {
  const own = D.files[file] ? D.files[file].lines.map((text, i) => ({ n: i + 1, text, kind: '' })) : [];
  if (switched < 0) return own;
  for (const edit of D.changes[switched].filter((edit) => edit.file === file).slice().reverse()) {
    const old = own.slice(edit.line - 1, edit.line - 1 + edit.before.length).map((line) => ({ ...line, kind: 'old' }));
    own.splice(edit.line - 1, edit.before.length, ...old, ...edit.after.map((text) => ({ n: 0, text, kind: 'new' })));
  }
  return own;
}
let shownLines = lines();
const source = new List('Source', 'region', () => shownLines.length, (i) => {
  const line = shownLines[i], key = file + ':' + line.n, own = marks.get(key) || [];
  const letters = [...new Set(own.map((mark) => mark.letter))].join('');
  const fails = D.failure && D.failure[0] === file && D.failure[1] === line.n;
  const classes = ['src', line.kind];
  if (own.some((mark) => mark.letter === 'D')) classes.push('slice');
  if (fails) classes.push('fail');
  const current = currentPlace();
  if (current && current[0] === file && current[1] === line.n || line.n === lineAsked) classes.push('now');
  // Closing braces have code, too, which is nobody's question.
  if (count && line.n && runs[0].not[key] && /\w/.test(line.text)) classes.push('dim');
  const says = own.map((mark) => mark.says).concat(fails ? ['the run fails here'] : []).join('; ');
  const value = current && current[0] === file && current[1] === line.n ? values() : '';
  return el('div', { class: classes.join(' ').trim(), title: says || null, onclick: () => askLine(line.n) },
    el('span', { class: 'n' }, line.n ? String(line.n) : '+'), el('span', { class: 'g' }, (fails ? '✗' : '') + letters),
    el('span', { class: 't' }, line.text), value ? el('span', { class: 'v' }, value) : null);
});
function currentPlace() {
  if (!count) return null;
  const row = rowAt(side, now);
  if (row < 0) return null;
  return [at(side, row, FILE), at(side, row, LINE)];
}
/** The values of the current step, of both runs: `most = -1 │ 0`. */
function values() {
  const [a, b] = pair(now);
  const own = a >= 0 ? told(0, a) : '', other = b >= 0 ? told(1, b) : '';
  if (!two || own === other) return own || other;
  if (a >= 0 && b >= 0 && T(at(0, a, WHAT)) === T(at(1, b, WHAT))) return own + ' │ ' + (T(at(1, b, VALUE)) || '–');
  return (own || 'no such step') + ' │ ' + (other || 'no such step');
}
function showLine(number, line) {
  if (D.files[number]) file = number;
  lineAsked = line;
  shownLines = lines();
  render(true);
  source.show(Math.max(0, line - 1));
  app.scrollIntoView({ behavior: reduced ? 'auto' : 'smooth' });
}
/** The next time that a line runs, or why it did not. */
function askLine(line) {
  if (!count || !line) return;
  lineAsked = -1;
  const matches = (i) => { const row = pair(i)[side]; return row >= 0 && at(side, row, FILE) === file && at(side, row, LINE) === line; };
  for (let k = 1; k <= count; k++) {
    const i = (now + k) % count;
    if (matches(i)) { go(i); return; }
  }
  asked = 'n' + file + '.' + line;
  remember(false);
  render(true);
}

// ---- rows --------------------------------------------------------------------------------------------------------------------
const steps = new List('Steps of ' + (two ? 'both runs' : 'the run'), 'listbox', () => items.length, (k) => {
  const item = items[k];
  if (Array.isArray(item)) {
    return el('div', { class: 'row fold', role: 'option', 'aria-selected': 'false', id: 'row-fold-' + item[0], onclick: () => { opened.add(item[2]); fold(); render(true); } }, foldText(item[0], item[1]));
  }
  const [a, b] = pair(item);
  const own = a >= 0 ? a : b, run = a >= 0 ? 0 : 1;
  const classes = ['row'];
  if (!two) classes.push('single');
  if (isDifferent[item]) classes.push('diff');
  if (at(run, own, KIND) === 7) classes.push('fail');
  if (item === now) classes.push('now');
  const indent = ' '.repeat(2 * Math.max(0, Math.min(two ? 4 : 12, at(run, own, DEPTH) - 2)));
  const text = (run, row) => row < 0 ? '·' : indent + told(run, row) + (runs[run].threads.length > 1 ? '  [' + runs[run].threads[at(run, row, THREAD)] + ']' : '');
  return el('div', { class: classes.join(' '), role: 'option', id: 'row-' + item, 'aria-selected': item === now ? 'true' : 'false',
    'aria-label': (isDifferent[item] ? 'differs: ' : '') + 'line ' + at(run, own, LINE) + ': ' + told(run, own), onclick: () => go(item) },
    el('span', { class: 'p' }, (isDifferent[item] ? '≠ ' : '') + (at(run, own, LINE) || '')), el('span', { title: text(0, a) }, text(0, a)),
    two ? el('span', { title: text(1, b) }, b >= 0 && !isDifferent[item] ? '=' : text(1, b)) : null);
});

// ---- moving ------------------------------------------------------------------------------------------------------------------
function go(i, keep) {
  if (!count) return;
  now = Math.min(Math.max(0, i), count - 1);
  lineAsked = -1;
  if (!keep) asked = null;
  const place = currentPlace();
  if (place && place[0] >= 0 && place[0] !== file) { file = place[0]; shownLines = lines(); }
  const item = items[itemOf(now)];
  if (Array.isArray(item) && now >= item[0]) fold();
  remember(false);
  render(true);
}
const depth = (i) => { const [a, b] = pair(i); return a >= 0 ? at(0, a, DEPTH) : at(1, b, DEPTH); };
function difference(step) {
  for (let i = now + step; i >= 0 && i < count; i += step) if (isDifferent[i]) return go(i);
  say(step > 0 ? 'No difference behind this step.' : 'No difference before this step.');
}
function over() { let i = now + 1; while (i < count - 1 && depth(i) > depth(now)) i++; go(i); }
function out() { let i = now + 1; while (i < count - 1 && depth(i) >= depth(now)) i++; go(i); }
function round() {
  const [a, b] = pair(now), run = a >= 0 ? 0 : 1, row = a >= 0 ? a : b;
  const loop = at(run, row, LOOP), number = at(run, row, ROUND);
  for (let i = now + 1; i < count; i++) {
    const r = pair(i)[run];
    if (r >= 0 && at(run, r, LOOP) === loop && at(run, r, ROUND) !== number) return go(i);
  }
  say('No further round.');
}
function search(text) {
  if (!text) return;
  const wanted = text.toLowerCase();
  for (let k = 1; k <= count; k++) {
    const i = (now + k) % count, [a, b] = pair(i);
    if (told(0, a).toLowerCase().includes(wanted) || two && told(1, b).toLowerCase().includes(wanted)) return go(i);
  }
  say('Nothing found.');
}

// ---- state and why -----------------------------------------------------------------------------------------------------------
const stateNode = el('div', { class: 'side', tabindex: '0', role: 'region', 'aria-label': 'State' });
const whyNode = el('div', { class: 'side why', tabindex: '0', role: 'region', 'aria-label': 'Why' });
function alive(run, row) {
  const all = [];
  runs[run].objects.forEach((object, number) => {
    if (T(object[0]) && object[5] <= row && (object[6] < 0 || object[6] >= row)) all.push(number);
  });
  return all;
}
function cellsOf(run) {
  if (!runs[run].byObject) {
    const map = new Map();
    runs[run].cells.forEach((cell, number) => { if (!map.has(cell[0])) map.set(cell[0], []); map.get(cell[0]).push(number); });
    runs[run].byObject = map;
  }
  return runs[run].byObject;
}
/** Cells by frame: the function's, the number of the activation from the outside, the part. */
function listed(run, i) {
  const row = rowAt(run, i), groups = new Map();
  if (row < 0) return { groups, state: new Map(), row };
  const state = stateAt(run, row), byObject = cellsOf(run), frames = [];
  for (const number of alive(run, row)) {
    const object = runs[run].objects[number];
    if (!frames.includes(object[2])) frames.push(object[2]);
  }
  frames.sort((a, b) => a - b);
  for (const number of alive(run, row)) {
    const object = runs[run].objects[number], own = byObject.get(number) || [];
    const name = object[3] ? 'allocated' : object[1] < 0 ? 'static' : T(object[1]);
    const key = (object[3] || object[1] < 0 ? -1 : frames.indexOf(object[2])) + '|' + name;
    if (!groups.has(key)) groups.set(key, new Map());
    for (const cell of own) {
      const held = state.get(cell);
      if (!held) continue;
      const part = T(runs[run].cells[cell][1]);
      const label = object[3] ? T(object[0]) + part : part;
      groups.get(key).set(label, [cell, held, number]);
    }
    if (!own.length && !object[3]) groups.get(key).set(T(object[0]), [-1, [-1, -1], number]);
  }
  return { groups, state, row };
}
function linkAt(run, row, cell) {
  // The last row up to here that wrote it, and has a link for what it wrote.
  for (let r = row; r >= 0; r--) {
    const s = runs[run].shifts[r];
    for (let i = 0; i < s.length; i += 3) if (s[i] === cell) return runs[run].rows[r][MADE] >= 0 ? runs[run].rows[r][MADE] : -1;
  }
  return -1;
}
function renderState() {
  const lists = runs.map((run, number) => listed(number, now));
  const keys = [...new Set(lists.flatMap((list) => [...list.groups.keys()]))];
  keys.sort((a, b) => { const x = parseInt(a, 10), y = parseInt(b, 10); return (x < 0 ? 1e9 : -x) - (y < 0 ? 1e9 : -y); });
  const nodes = [];
  const changed = new Set();
  const row = rowAt(side, now), s = row >= 0 ? runs[side].shifts[row] : [];
  for (let i = 0; i < s.length; i += 3) changed.add(s[i]);
  const heap = keys.filter((key) => key.endsWith('|allocated'));
  for (const key of keys) {
    const parts = [...new Set(lists.flatMap((list) => list.groups.get(key) ? [...list.groups.get(key).keys()] : []))];
    if (!parts.length) continue;
    if (heap.includes(key)) { const drawn = drawHeap(lists[side], key); if (drawn) { nodes.push(el('h3', {}, 'allocated'), drawn); continue; } }
    const body = el('tbody', {});
    for (const part of parts.slice(0, 200)) {
      const cells = lists.map((list, run) => {
        const found = list.groups.get(key) && list.groups.get(key).get(part);
        if (!found) return el('td', {}, '–');
        const [cell, held] = found, text = cell < 0 ? '(not written)' : shownValue(run, cell, held[0]);
        const link = cell < 0 || held[0] < 0 ? -1 : linkAt(run, list.row, cell);
        return el('td', {}, link >= 0 ? el('button', { type: 'button', class: 'value', 'aria-label': 'why is ' + part + ' ' + text, onclick: () => { side = run; ask('l' + link); } }, text) : text);
      });
      if (two && cells.length === 2 && cells[0].textContent !== cells[1].textContent) cells.forEach((cell) => { cell.className = 'changed'; cell.append(el('span', { class: 'sr' }, ' (differs)')); });
      const found = lists[side].groups.get(key) && lists[side].groups.get(key).get(part);
      body.append(el('tr', {}, el('td', {}, (found && changed.has(found[0]) ? '▸ ' : '') + part), ...cells));
    }
    const head = el('tr', {}, el('th', { scope: 'col' }, 'name'), ...runs.map((run) => el('th', { scope: 'col' }, two ? run.name : 'value')));
    nodes.push(el('h3', {}, key.split('|').slice(1).join('|')), el('table', {}, el('thead', {}, head), body));
    if (parts.length > 200) nodes.push(el('p', { class: 'quiet' }, 'and ' + (parts.length - 200) + ' more'));
  }
  if (!nodes.length) nodes.push(el('p', { class: 'quiet' }, 'No variable is there.'));
  stateNode.replaceChildren(...nodes);
}
/** Boxes with arrows, up to 60 objects; more are a table. */
function drawHeap(list, key) {
  const boxes = new Map();
  for (const [, [cell, held, number]] of list.groups.get(key) || []) {
    if (!boxes.has(number)) boxes.set(number, []);
    boxes.get(number).push([cell, held]);
  }
  if (!boxes.size || boxes.size > 60) return null;
  const W = 190, GAP = 34, COLUMNS = 2, numbers = [...boxes.keys()], where = new Map();
  let bottoms = [4, 4];
  numbers.forEach((number, k) => {
    const column = k % COLUMNS, height = 20 + 15 * Math.min(8, boxes.get(number).length);
    where.set(number, [column * (W + GAP) + 4, bottoms[column], height]);
    bottoms[column] += height + 14;
  });
  const drawing = svg('svg', { class: 'heap', role: 'img', 'aria-label': numbers.length + ' allocated objects', viewBox: '0 0 ' + (COLUMNS * (W + GAP) + 8) + ' ' + Math.max(...bottoms) });
  drawing.append(svg('defs', {}, svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: '7', refY: '4', markerWidth: '7', markerHeight: '7', orient: 'auto' }, svg('path', { d: 'M0 0L8 4L0 8z' }))));
  const cut = (text) => text.length > 26 ? text.slice(0, 25) + '…' : text;
  for (const number of numbers) {
    const [x, y, height] = where.get(number);
    drawing.append(svg('rect', { x, y, width: W, height, rx: 4 }), svg('text', { class: 'head', x: x + 6, y: y + 14 }, cut(T(runs[side].objects[number][0]))));
    boxes.get(number).slice(0, 8).forEach(([cell, held], k) => {
      const row = y + 29 + 15 * k, target = held[1];
      const value = target >= 0 && where.has(target) ? '→' : shownValue(side, cell, held[0]);
      drawing.append(svg('text', { x: x + 6, y: row }, cut((T(runs[side].cells[cell][1]) || 'value') + ' = ' + value)));
      if (where.has(target)) {
        // From the side that faces the target to the side that faces the source; in one column around the right.
        const [tx, ty] = where.get(target), left = tx < x, from = left ? x : x + W, to = tx > x ? tx : tx + W;
        drawing.append(svg('path', { 'marker-end': 'url(#arrow)', d: 'M' + from + ' ' + (row - 4) + ' C' + (left ? from - 26 : from + 26) + ' ' + (row - 4) + ' ' + (tx > x ? to - 26 : to + 26) + ' ' + (ty + 9) + ' ' + to + ' ' + (ty + 9) }));
      }
    });
  }
  return drawing;
}
function ask(question) { asked = question; remember(false); render(false); whyNode.focus({ preventScroll: true }); }
function jump(run, row) { side = run; const i = pairOf[run].get(row); if (i !== undefined) go(i, true); }
function placeOf(link) { return link[2] >= 0 ? D.files[link[2]].name + ':' + link[3] : ''; }
/** A link with what it is made of; below it where that came from, each link once, the nearest first. */
function chain(run, first) {
  const seen = new Set(), order = [], queue = [...first];
  while (queue.length && order.length < 60) {
    const number = queue.shift();
    if (seen.has(number) || !runs[run].links[number]) continue;
    seen.add(number);
    order.push(number);
    for (const part of runs[run].links[number][4]) if (!part[2]) queue.push(...part.slice(4));
  }
  return { order, more: queue.length > 0 };
}
function linkNode(run, number) {
  const link = runs[run].links[number], parts = link[4];
  const unwritten = parts.filter((part) => part[3]).map((part) => T(part[0]));
  return el('li', {}, el('button', { type: 'button', class: 'value', 'data-link': number, onclick: () => jump(run, link[0]) }, placeOf(link) || 'before main'), ' ',
    el('span', { class: 'says' }, T(link[1])), unwritten.length ? el('span', { class: 'says' }, '; nobody wrote ' + unwritten.join(', ')) : null);
}
function partsNode(run, parts) {
  const list = el('ul', {});
  for (const part of parts) {
    const text = T(part[0]) + ' = ' + T(part[1]);
    const from = part.slice(4);
    list.append(el('li', {}, from.length ? el('button', { type: 'button', class: 'value', onclick: () => ask('l' + from[0]) }, 'why ' + text + '?') : text,
      part[3] ? ' (nobody wrote it)' : part[2] ? ' (says where)' : ''));
  }
  return list;
}
function renderWhy() {
  const nodes = [];
  const row = rowAt(side, now);
  const heading = (text) => nodes.push(el('h3', {}, text));
  if (asked && asked[0] === 'l') {
    const { order, more } = chain(side, [+asked.slice(1)]);
    heading('Where it came from' + (two ? ' (' + runs[side].name + ')' : ''));
    nodes.push(el('ol', {}, ...order.map((number) => linkNode(side, number))));
    if (more) nodes.push(el('p', { class: 'quiet' }, 'and more: ask about one of these'));
    const parting = part(order);
    if (parting) { heading('Where the runs part'); nodes.push(el('p', {}, parting)); }
    nodes.push(el('button', { type: 'button', onclick: () => ask(null) }, 'Back to this step'));
  } else if (asked && asked[0] === 'n') {
    const [number, line] = asked.slice(1).split('.').map(Number);
    heading('Why was line ' + line + ' not executed?');
    nodes.push(whyNot(number, line));
  } else if (row >= 0) {
    heading('This step reads');
    const parts = runs[side].reads[row];
    nodes.push(parts.length ? partsNode(side, parts) : el('p', { class: 'quiet' }, 'nothing'));
    const made = runs[side].rows[row][MADE];
    if (made >= 0) nodes.push(el('button', { type: 'button', onclick: () => ask('l' + made) }, 'Where its value came from'));
    const control = runs[side].rows[row][CONTROL];
    // What another thread did is not why this one runs.
    if (control >= 0 && control !== row && at(side, control, THREAD) === at(side, row, THREAD)) {
      heading('It ran because of');
      nodes.push(el('button', { type: 'button', class: 'value', onclick: () => jump(side, control) }, 'line ' + at(side, control, LINE) + ': ' + told(side, control)));
    }
  }
  whyNode.replaceChildren(...nodes);
}
/** The first link of a chain whose counterpart in the other run says something else. */
function part(order) {
  if (!two) return '';
  const other = 1 - side;
  let last = '';
  for (const number of order) {
    const i = pairOf[side].get(runs[side].links[number][0]);
    const row = i === undefined ? -1 : pair(i)[other];
    if (row < 0) return last || 'At ' + placeOf(runs[side].links[number]) + ': the ' + runs[other].name + ' does not come here.';
    const own = told(side, runs[side].links[number][0]), theirs = told(other, row);
    if (own !== theirs) last = 'At ' + placeOf(runs[side].links[number]) + ': ' + own + ', in the ' + runs[other].name + ' ' + theirs + '.';
  }
  return last;
}
function whyNot(number, line) {
  const known = runs[side].not[number + ':' + line];
  const box = el('div', {});
  if (!known) { box.append(el('p', { class: 'quiet' }, 'There is no code in this line.')); return box; }
  box.append(el('p', {}, T(known[0])));
  if (known[1] >= 0) box.append(el('button', { type: 'button', class: 'value', onclick: () => jump(side, known[1]) }, 'line ' + at(side, known[1], LINE) + ': ' + told(side, known[1])));
  return box;
}

// ---- the frame of it all -------------------------------------------------------------------------------------------------------
const sentence = el('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
function say(text) { sentence.textContent = text; }
const slider = el('input', { type: 'range', min: 0, max: Math.max(0, count - 1), value: now, 'aria-label': 'Step', oninput: () => go(+slider.value) });
function marksOnSlider() {
  const drawing = svg('svg', { viewBox: '0 0 1000 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const seen = new Set();
  for (const i of different) { const x = Math.round(1000 * i / Math.max(1, count - 1)); if (!seen.has(x)) { seen.add(x); drawing.append(svg('rect', { x: Math.min(997, x), y: 0, width: 3, height: 6 })); } }
  return drawing;
}
const found = el('input', { type: 'search', placeholder: 'Search steps', 'aria-label': 'Search steps', onkeydown: (event) => { if (event.key === 'Enter') { search(found.value); event.preventDefault(); } if (event.key === 'Escape') steps.node.focus(); event.stopPropagation(); } });
const KEYS = [['j / k', 'next and previous step'], ['J / K', 'next and previous difference'], ['o', 'over the call'], ['u', 'out of the function'], ['r', 'next round of the loop'],
  ['g / G', 'first and last step'], ['Enter', 'why: where the value came from'], ['x', 'the other run'], ['/', 'search'], ['Escape', 'back to the step'], ['?', 'this help']];
const help = el('dialog', { 'aria-label': 'Keys' }, el('h2', {}, 'Keys'), el('table', {}, el('tbody', {}, ...KEYS.map(([key, text]) => el('tr', {}, el('td', {}, el('code', {}, key)), el('td', {}, text))))),
  el('button', { type: 'button', onclick: () => help.close() }, 'Close'));
const keys = {
  j: () => go(now + 1), k: () => go(now - 1), J: () => difference(1), K: () => difference(-1), o: over, u: out, r: round, g: () => go(0), G: () => go(count - 1),
  ArrowDown: () => go(now + 1), ArrowUp: () => go(now - 1),
  x: () => { if (two) { side = 1 - side; remember(false); render(true); } },
  '/': () => found.focus(), '?': () => help.showModal(),
  Escape: () => { if (help.open) help.close(); else { asked = null; remember(false); render(false); steps.node.focus(); } },
  Enter: () => { const row = rowAt(side, now); if (row < 0) return; const made = runs[side].rows[row][MADE], parts = runs[side].reads[row];
    if (made >= 0) ask('l' + made); else { const from = parts.find((part) => part.length > 4); if (from) ask('l' + from[4]); else say('This step reads nothing that was written.'); } },
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !count) return;
  const tag = event.target.tagName;
  if (tag === 'INPUT' && event.target.type !== 'range' || tag === 'SELECT') return;
  if ((event.key === 'Enter' || event.key === ' ') && (tag === 'BUTTON' || tag === 'A' || tag === 'SUMMARY')) return;
  if (event.key.startsWith('Arrow') && event.target !== steps.node) return;
  const action = keys[event.key];
  if (action) { action(); event.preventDefault(); }
});
function render(scroll) {
  if (!count) { source.paint(); return; }
  slider.value = String(now);
  slider.setAttribute('aria-valuetext', 'step ' + (now + 1) + ' of ' + count);
  const [a, b] = pair(now), run = a >= 0 ? 0 : 1, row = a >= 0 ? a : b;
  say('Step ' + (now + 1) + ' of ' + count + ', line ' + at(run, row, LINE) + (T(at(run, row, FUNC)) ? ' in ' + T(at(run, row, FUNC)) : '') + ': ' + values() + (isDifferent[now] ? ' – differs' : ''));
  steps.node.setAttribute('aria-activedescendant', 'row-' + now);
  fold();
  if (scroll) steps.show(itemOf(now)); else steps.paint();
  const place = currentPlace();
  if (scroll && place && place[0] === file && lineAsked < 0) source.show(Math.max(0, place[1] - 1)); else source.paint();
  renderState();
  renderWhy();
  title.textContent = D.files[file] ? 'Source' : 'No source';
  if (picker) picker.value = String(file);
  app.dataset.step = String(now);
}
const title = el('h2', {}, 'Source');
const picker = D.files.length > 1 ? el('select', { 'aria-label': 'File', onchange: () => { file = +picker.value; shownLines = lines(); source.paint(); } }, ...D.files.map((f, i) => el('option', { value: i }, f.name))) : null;
const formats = el('select', { 'aria-label': 'Values as', onchange: () => { format = formats.value; renderState(); } }, ...[['dec', 'decimal'], ['hex', 'hexadecimal'], ['char', 'character'], ['bits', 'bits']].map(([value, text]) => el('option', { value }, text)));
function button(text, key, label) { return el('button', { type: 'button', title: label + ' (' + key + ')', 'aria-label': label, onclick: () => { keys[key](); } }, text); }
function build() {
  const bar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Step through the run' }, button('‹', 'k', 'Previous step'), button('›', 'j', 'Next step'));
  if (two) bar.append(button('‹ ≠', 'K', 'Previous difference'), button('≠ ›', 'J', 'Next difference'));
  bar.append(button('Over', 'o', 'Over the call'), button('Out', 'u', 'Out of the function'), button('Round', 'r', 'Next round of the loop'), button('Why?', 'Enter', 'Where the value came from'), found, button('?', '?', 'Keys'), sentence,
    el('div', { class: 'slider' }, slider, marksOnSlider()));
  const foldButton = two ? el('button', { type: 'button', 'aria-pressed': 'true', onclick: () => { folded = !folded; foldButton.setAttribute('aria-pressed', String(folded)); render(true); } }, 'Fold what is alike') : null;
  const notes = runs.filter((run) => run.left || run.cut).map((run) => 'The ' + run.name + ' is long: ' + (run.left ? run.left + ' steps are left out; the last ones and those around differences are here. ' : '') + (run.cut ? 'Not all of it is recorded.' : ''));
  const panes = el('div', { class: 'panes' },
    el('section', { 'aria-label': 'Source' }, el('div', { class: 'pane-head' }, title, picker), source.node),
    el('section', { 'aria-label': 'Steps' }, el('div', { class: 'pane-head' }, el('h2', {}, two ? 'Failing run │ passing run' : 'The run'), foldButton), ...notes.map((text) => el('p', { class: 'quiet' }, text)), steps.node),
    el('section', { 'aria-label': 'State and why' }, el('div', { class: 'pane-head' }, el('h2', {}, 'State'), formats), stateNode, el('div', { class: 'pane-head' }, el('h2', {}, 'Why?')), whyNode));
  if (count) app.replaceChildren(bar, panes, help);
  else app.replaceChildren(el('div', { class: 'panes alone' }, el('section', { 'aria-label': 'Source' }, el('div', { class: 'pane-head' }, title, picker), source.node)));
}
for (const node of document.querySelectorAll('button[data-copy]')) node.addEventListener('click', () => {
  const text = node.getAttribute('data-copy');
  const done = () => { node.textContent = 'Copied'; };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => { say('The browser does not let the page copy.'); });
});
for (const node of document.querySelectorAll('button[data-switch]')) node.addEventListener('click', () => {
  const number = +node.getAttribute('data-switch');
  switched = switched === number ? -1 : number;
  for (const other of document.querySelectorAll('button[data-switch]')) other.setAttribute('aria-pressed', String(+other.getAttribute('data-switch') === switched));
  const edit = switched >= 0 && D.changes[switched][0];
  if (edit) file = edit.file;
  shownLines = lines();
  if (edit) showLine(edit.file, edit.line); else render(false);
});
build();
fold();
addEventListener('popstate', restore);
addEventListener('hashchange', restore);
addEventListener('resize', () => { source.paint(); steps.paint(); });
if (location.hash.length > 1) restore(); else render(true);
app.dataset.ready = 'yes';
})();
