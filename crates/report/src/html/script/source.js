// ---- source ------------------------------------------------------------------------------------------------------------------------
let file = D.failure ? D.failure[0] : 0, lineAsked = -1, switched = -1;
const marks = new Map();
for (const mark of D.marks) {
  const key = mark.file + ':' + mark.line;
  if (!marks.has(key)) marks.set(key, []);
  marks.get(key).push(mark);
}
/** Lines whose macros are unfolded, by file and number. */
const unfolded = new Set();
const unfolds = (number, line) => D.files[number] && line ? D.files[number].unfolded[line] : undefined;
function lines() {
  const own = D.files[file] ? D.files[file].lines.map((text, i) => ({ n: i + 1, text, kind: '' })) : [];
  if (switched >= 0) showChange(own);
  return own.flatMap((line) => !unfolded.has(file + ':' + line.n) ? [line] : [line, { n: 0, text: /^\s*/.exec(line.text)[0] + unfolds(file, line.n), kind: 'macro' }]);
}
function showChange(own) {
  for (const edit of D.changes[switched].filter((edit) => edit.file === file).slice().reverse()) {
    const old = own.slice(edit.line - 1, edit.line - 1 + edit.before.length).map((line) => ({ ...line, kind: 'old' }));
    own.splice(edit.line - 1, edit.before.length, ...old, ...edit.after.map((text) => ({ n: 0, text, kind: 'new' })));
  }
}
/** Where a line is in the list: changes and unfolded macros have lines of their own. */
function itemOfLine(line) { const i = Math.max(0, shownLines.findIndex((shown) => shown.n === line)); return below >= 0 && i > below ? i + 1 : i; }
/** Shows what the macros of a line are made of, or hides it again. */
function unfoldMacros(line) {
  if (!unfolds(file, line)) { say('No macro of the program is used in line ' + line + '.'); return; }
  const key = file + ':' + line;
  if (!unfolded.delete(key)) unfolded.add(key);
  shownLines = lines();
  source.paint();
}
let shownLines = lines(), below = -1;
/** The line whose values have a row of their own below it, as they would lie on its text; -1 for none. */
function valuesBelow() {
  const current = currentPlace(), i = current && current[0] === file ? shownLines.findIndex((shown) => shown.n === current[1]) : -1;
  if (i < 0) return -1;
  // A letter is not wider than 8 pixels; the gutter and what stands between are 150.
  const said = values(true).length, long = shownLines[i].text.replaceAll('\t', '        ').length;
  return said && (said > 24 || 150 + 8 * (said + long) > source.width) ? i : -1;
}
const source = new List('Lines of the source', 'region', () => { below = valuesBelow(); return shownLines.length + (below >= 0 ? 1 : 0); }, (i) => {
  if (below >= 0 && i === below + 1) return saidBelow(shownLines[below]);
  const line = shownLines[below >= 0 && i > below ? i - 1 : i], key = file + ':' + line.n, own = marks.get(key) || [];
  const letters = [...new Set(own.map((mark) => mark.letter))].join('');
  const fails = D.failure && D.failure[0] === file && D.failure[1] === line.n;
  const classes = ['src', line.kind];
  if (own.some((mark) => mark.letter === 'D')) classes.push('slice');
  if (fails) classes.push('fail');
  const current = currentPlace(), here = current && current[0] === file && current[1] === line.n;
  if (here || line.n === lineAsked) classes.push('now');
  // Closing braces have code, too, which is nobody's question.
  if (count && line.n && runs[0].not[key] && /\w/.test(line.text)) classes.push('dim');
  const says = own.map((mark) => mark.says).concat(fails ? ['the run fails here'] : []).join('; ');
  const value = here && i !== below ? values(true) : '', open = unfolded.has(key);
  return el('div', { class: classes.join(' ').trim(), title: says || null, onclick: () => askLine(line.n) },
    el('span', { class: 'n' }, line.n ? String(line.n) : line.kind === 'macro' ? '↳' : '+'), el('span', { class: 'g' }, (fails ? '✗' : '') + letters),
    el('span', { class: 't' }, line.text),
    unfolds(file, line.n) ? el('button', { type: 'button', class: 'unfold', tabindex: '-1', 'aria-expanded': String(open), 'aria-label': 'Macros of line ' + line.n, title: 'Unfold macros (m)',
      onclick: (event) => { event.stopPropagation(); unfoldMacros(line.n); } }, open ? '▾' : '▸') : null,
    value ? valueButton(value) : null);
});
function valueButton(value) {
  return el('button', { type: 'button', class: 'v', tabindex: '-1', title: value + ' – why? (Enter)', onclick: (event) => { event.stopPropagation(); askStep(); } }, value);
}
function saidBelow(line) {
  return el('div', { class: 'src said now' + (D.failure && D.failure[0] === file && D.failure[1] === line.n ? ' fail' : '') },
    el('span', { class: 'n' }), el('span', { class: 'g' }), el('span', { class: 't' }, /^\s*/.exec(line.text)[0] + '↑ '), valueButton(values(true)));
}
function currentPlace() {
  if (!count) return null;
  const row = rowAt(side, now);
  if (row < 0) return null;
  return [at(side, row, FILE), at(side, row, LINE)];
}
const valueAt = (run, row) => T(at(run, row, VALUE));
/** The values of the current step, of both runs: `most = -1 │ 0`; in the source only those if the line says of what. */
function values(inLine) {
  const [a, b] = pair(now), said = (run, row) => inLine && row >= 0 && at(run, row, KIND) > 1 && at(run, row, KIND) !== 5 ? valueAt(run, row) : told(run, row);
  const own = a >= 0 ? said(0, a) : '', other = b >= 0 ? said(1, b) : '';
  if (!two || !isDifferent[now]) return own || other;
  if (a >= 0 && b >= 0 && at(0, a, WHAT) === at(1, b, WHAT)) return own + ' │ ' + (valueAt(1, b) || '–');
  return (own || 'not reached') + ' │ ' + (other || 'not reached');
}
function showLine(number, line) {
  if (D.files[number]) file = number;
  lineAsked = line;
  shownLines = lines();
  render(true);
  source.show(itemOfLine(line));
  app.scrollIntoView({ behavior: reduced ? 'auto' : 'smooth' });
}
/** The next time that a line runs, or why it did not. */
function askLine(line) {
  if (!count || !line) return;
  lineAsked = -1;
  for (let k = 1; k <= count; k++) {
    const i = (now + k) % count, row = sides[side][i];
    if (row >= 0 && at(side, row, LINE) === line && at(side, row, FILE) === file) { go(i); return; }
  }
  asked = 'n' + file + '.' + line;
  remember(false);
  render(true);
}

// ---- steps --------------------------------------------------------------------------------------------------------------------------
const steps = new List('Steps of ' + (two ? 'both runs' : 'the run'), 'listbox', () => items.length, (k) => {
  const item = items[k];
  if (Array.isArray(item)) {
    return el('div', { class: 'row fold', role: 'option', 'aria-selected': 'false', id: 'row-fold-' + item[0], title: 'Show them', onclick: () => unfold(item[2]) }, foldText(item[0], item[1]));
  }
  const [a, b] = pair(item);
  const own = a >= 0 ? a : b, run = a >= 0 ? 0 : 1;
  const classes = ['row'];
  // What is alike has the room of both.
  if (!isDifferent[item]) classes.push('single');
  else classes.push('diff');
  if (at(run, own, KIND) === CLAIM) classes.push('fail');
  if (item === now) classes.push('now');
  const indent = ' '.repeat(2 * Math.max(0, Math.min(two ? 4 : 12, at(run, own, DEPTH) - 2)));
  const thread = (run, row) => runs[run].threads.length > 1 ? '  [' + runs[run].threads[at(run, row, THREAD)] + ']' : '';
  const cell = (run, row) => {
    if (row < 0) return el('span', { title: 'not reached' }, '·');
    const [before, value, after] = toldParts(run, row), call = at(run, row, KIND) === 4, from = alike(item, value);
    // Where there is no room for all, the middle of what stands before the value goes: the value is what differs.
    const [, what, sign] = call && !from ? [, '', before] : /^([^]*?)( = |: | |\()?$/.exec(before), letters = [...what], end = letters.length > 24 ? letters.length - 8 : letters.length;
    // A click on a value asks about it, as Enter does.
    return el('span', { class: !call ? 'cell' : from ? 'cell ends' : 'cell ends call', title: told(run, row) + thread(run, row) }, 
      el('span', { class: 'what' }, el('span', {}, indent + letters.slice(0, end).join('')), el('span', {}, letters.slice(end).join(''))),
      el('span', { class: 'result' }, sign || '', el('span', { class: 'val', onclick: (event) => { event.stopPropagation(); side = run; go(item); askStep(); } }, from ? '…' + value.slice(from) : value)), el('span', { class: 'after' }, after + thread(run, row)));
  };
  return el('div', { class: classes.join(' '), role: 'option', id: 'row-' + item, 'aria-selected': item === now ? 'true' : 'false',
    onclick: () => go(item) },
    el('span', { class: 'p' }, el('span', { class: 'sr' }, (isDifferent[item] ? 'differs, ' : '') + 'line '), (isDifferent[item] ? '≠ ' : '') + (at(run, own, LINE) || '')), isDifferent[item] ? cell(0, a) : cell(run, own),
    isDifferent[item] ? cell(1, b) : null);
});
/** How much of a long value both runs begin with, up to the word that differs: what is cut off at its end must not be the difference. */
function alike(i, value) {
  const [a, b] = pair(i);
  if (!isDifferent[i] || a < 0 || b < 0 || value.length < 12) return 0;
  const [own, other] = [a, b].map((row, run) => toldParts(run, row)[1]);
  let n = 0;
  while (n < own.length && own[n] === other[n]) n++;
  while (n > 0 && /[\w.-]/.test(own[n - 1])) n--;
  return own !== other && n > 3 ? n : 0;
}
function unfold(first) { opened.add(first); render(true); }

// ---- moving -------------------------------------------------------------------------------------------------------------------------
function go(i, keep, small) {
  if (!count) return;
  now = Math.min(Math.max(0, i), count - 1);
  lineAsked = -1;
  if (!keep) asked = null;
  const place = currentPlace();
  if (place && place[0] >= 0 && place[0] !== file) { file = place[0]; shownLines = lines(); }
  remember(small);
  render(true);
}
function difference(step) {
  for (let i = now + step; i >= 0 && i < count; i += step) if (isDifferent[i]) return go(i);
  say(step > 0 ? 'No difference behind this step.' : 'No difference before this step.');
}
/** To the next step that is no deeper, or is less deep: over a call, or out of a function; backwards to where it was called. */
function level(step, out) {
  const deep = depth(now) - (out ? 1 : 0);
  let i = now + step;
  while (i > 0 && i < count - 1 && depth(i) > deep) i += step;
  go(i);
}
/** The first step of the next round, or of the one before. */
function round(step) {
  const [a, b] = pair(now), run = a >= 0 ? 0 : 1, row = a >= 0 ? a : b;
  const loop = at(run, row, LOOP), deep = depth(now), own = at(run, row, ROUND);
  let found = -1, number = own;
  for (let i = now + step; loop >= 0 && i >= 0 && i < count; i += step) {
    const r = sides[run][i];
    if (r < 0 || at(run, r, DEPTH) > deep) continue;
    // Whoever left the function left its loop.
    if (at(run, r, DEPTH) < deep && at(run, r, KIND) !== CLAIM) break;
    if (at(run, r, LOOP) !== loop || at(run, r, ROUND) === own) continue;
    if (found >= 0 && at(run, r, ROUND) !== number) break;
    [found, number] = [i, at(run, r, ROUND)];
    if (step > 0) break;
  }
  if (found >= 0) go(found);
  else say(loop < 0 ? 'This step is in no loop.' : step > 0 ? 'No further round.' : 'No round before this one.');
}
let searched = '';
function search(text, step) {
  if (!text) return;
  searched = text;
  const wanted = text.toLowerCase();
  for (let k = 1; k <= count; k++) {
    const i = (now + step * k + count * 2) % count, [a, b] = pair(i);
    if (told(0, a).toLowerCase().includes(wanted) || isDifferent[i] && told(1, b).toLowerCase().includes(wanted)) return go(i, false);
  }
  say('Nothing found for ' + text + '.');
}
