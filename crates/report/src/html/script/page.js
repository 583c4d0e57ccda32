// ---- the frame of it all -------------------------------------------------------------------------------------------------------
const sentence = el('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
function say(text) { sentence.textContent = text; }
const slider = el('input', { type: 'range', min: 0, max: Math.max(0, count - 1), value: now, 'aria-label': 'Step', oninput: () => go(+slider.value, false, true) });
function marksOnSlider() {
  const drawing = svg('svg', { viewBox: '0 0 1000 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const seen = new Set();
  for (const i of different) { const x = Math.round(1000 * i / Math.max(1, count - 1)); if (!seen.has(x)) { seen.add(x); drawing.append(svg('rect', { x: Math.min(997, x), y: 0, width: 3, height: 6 })); } }
  return drawing;
}
const found = el('input', { type: 'search', placeholder: 'Search steps', 'aria-label': 'Search steps', onkeydown: (event) => { if (event.key === 'Enter') { search(found.value, event.shiftKey ? -1 : 1); event.preventDefault(); } if (event.key === 'Escape') steps.node.focus(); event.stopPropagation(); } });
const KEYS = [['j / k', 'next and previous step'], ['J / K', 'next and previous difference'], ['o / O', 'over the call, forwards and backwards'], ['u / U', 'out of the function; back to where it was called'], ['r / R', 'next and previous round of the loop'],
  ['g / G', 'first and last step'], ['Enter', 'why: where the value came from'], ['x', 'the other run'], ['/', 'search'], ['n / N', 'next and previous place found'], ['m', 'unfold the macros of the line'], ['Escape', 'back to the step'], ['?', 'this help']];
const help = el('dialog', { 'aria-label': 'Keys' }, el('h2', {}, 'Keys'), el('table', {}, el('tbody', {}, ...KEYS.map(([key, text]) => el('tr', {}, el('td', {}, el('code', {}, key)), el('td', {}, text))))),
  el('button', { type: 'button', onclick: () => help.close() }, 'Close'));
const keys = {
  j: () => go(now + 1, false, true), k: () => go(now - 1, false, true), J: () => difference(1), K: () => difference(-1), o: () => level(1, false), O: () => level(-1, false), u: () => level(1, true), U: () => level(-1, true), r: () => round(1), R: () => round(-1),
  n: () => search(searched, 1), N: () => search(searched, -1), m: () => { const place = currentPlace(); if (place) unfoldMacros(place[1]); },
  g: () => go(0), G: () => go(count - 1),
  ArrowDown: () => go(now + 1, false, true), ArrowUp: () => go(now - 1, false, true),
  x: () => { if (two) { side = 1 - side; remember(false); render(true); } },
  '/': () => found.focus(), '?': () => help.showModal(),
  Escape: () => { if (help.open) help.close(); else { asked = null; remember(false); render(false); steps.node.focus(); } },
  Enter: askStep,
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !count) return;
  const tag = event.target.tagName;
  if (tag === 'INPUT' && event.target.type !== 'range' || tag === 'SELECT' || tag === 'TEXTAREA') return;
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
  if (scroll && place && place[0] === file && lineAsked < 0) source.show(itemOfLine(place[1])); else source.paint();
  renderState();
  renderWhy();
  title.textContent = D.files[file] ? 'Source' : 'No source';
  if (picker) picker.value = String(file);
  app.dataset.step = String(now);
}
const title = el('h2', {}, 'Source');
const picker = D.files.length > 1 ? el('select', { 'aria-label': 'File', onchange: () => { file = +picker.value; shownLines = lines(); source.paint(); } }, ...D.files.map((f, i) => el('option', { value: i }, f.name))) : null;
const formats = el('select', { 'aria-label': 'Values as', onchange: () => { format = formats.value; renderState(); } }, ...[['dec', 'decimal'], ['hex', 'hexadecimal'], ['char', 'character'], ['bits', 'bits']].map(([value, text]) => el('option', { value }, text)));
/** What the signs beside the lines mean, of those that are there. */
function legend() {
  const told = [['✗', 'fails', D.failure], ['S', 'suspect', marked('S')], ['C', 'changed by a proposal', marked('C')], ['D', 'differs from the passing run', marked('D')],
    ['▸', 'macros unfold', D.files.some((file) => Object.keys(file.unfolded).length)]].filter((sign) => sign[2]);
  return told.length ? el('p', { class: 'legend', role: 'note', 'aria-label': 'Signs beside the lines' }, ...told.flatMap(([sign, text], i) => [i ? ' · ' : '', el('b', {}, sign), ' ' + text])) : null;
}
const marked = (letter) => D.marks.some((mark) => mark.letter === letter);
function button(text, key, label) { return el('button', { type: 'button', title: label + ' (' + key + ')', 'aria-label': label, onclick: () => { keys[key](); } }, text); }
function build() {
  const bar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Step through the run' }, button('‹', 'k', 'Previous step'), button('›', 'j', 'Next step'));
  if (two) bar.append(button('‹ ≠', 'K', 'Previous difference'), button('≠ ›', 'J', 'Next difference'));
  bar.append(button('Step over', 'o', 'Step over the call'), button('Step out', 'u', 'Step out of the function'), button('Next round', 'r', 'Next round of the loop'), button('Why?', 'Enter', 'Why? Where the value came from'), found, button('?', '?', 'Keys'), sentence,
    el('div', { class: 'slider' }, slider, marksOnSlider()));
  const foldButton = two ? el('button', { type: 'button', 'aria-pressed': 'true', onclick: () => { folded = !folded; foldButton.setAttribute('aria-pressed', String(folded)); render(true); } }, 'Hide equal steps') : null;
  const notes = runs.filter((run) => run.left || run.cut).map((run) => 'The ' + run.name + ' is long: ' + (run.left ? run.left + ' steps are left out; the last ones and those around differences are here. ' : '') + (run.cut ? 'Not all of it is recorded.' : ''));
  const panes = el('div', { class: 'panes' },
    el('section', { 'aria-label': 'Source' }, el('div', { class: 'pane-head' }, title, picker), legend(), source.node),
    el('section', { 'aria-label': 'Steps' }, el('div', { class: 'pane-head' }, el('h2', {}, two ? 'Failing run │ passing run' : 'The run'), foldButton), ...notes.map((text) => el('p', { class: 'quiet' }, text)), steps.node),
    el('section', { 'aria-label': 'State and why' }, el('div', { class: 'pane-head' }, el('h2', {}, 'State'), formats), stateNode, el('div', { class: 'pane-head' }, el('h2', {}, 'Why?')), whyNode));
  if (count) app.replaceChildren(bar, panes, help);
  else app.replaceChildren(el('div', { class: 'panes alone' }, el('section', { 'aria-label': 'Source' }, el('div', { class: 'pane-head' }, title, picker), legend(), source.node)));
}
for (const node of document.querySelectorAll('button[data-copy]')) node.addEventListener('click', () => {
  const text = node.getAttribute('data-copy');
  const done = () => { node.textContent = 'Copied'; };
  // Where a page may not copy, its reader can: the patch is shown and selected.
  const show = () => {
    const shown = node.nextElementSibling && node.nextElementSibling.tagName === 'TEXTAREA' ? node.nextElementSibling : el('textarea', { readonly: true, rows: Math.min(20, text.split('\n').length), 'aria-label': 'Patch, to copy' });
    shown.value = text;
    node.after(shown);
    shown.focus();
    shown.select();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, show); else show();
});
for (const node of document.querySelectorAll('button[data-switch]')) node.addEventListener('click', () => {
  const number = +node.getAttribute('data-switch');
  switched = switched === number ? -1 : number;
  for (const other of document.querySelectorAll('button[data-switch]')) other.setAttribute('aria-pressed', String(+other.getAttribute('data-switch') === switched));
  const edit = switched >= 0 && D.changes[switched] && D.changes[switched][0];
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
