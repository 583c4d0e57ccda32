// ---- the state ------------------------------------------------------------------------------------------------------------------------
const EVERY = 256;
const checkpoints = runs.map(() => [{ row: -1, state: new Map() }]);
/** By cell: what it holds, the object that it points to, and the row that wrote it. */
function stateAt(run, row) {
  const points = checkpoints[run], known = runs[run];
  let low = 0, high = points.length - 1;
  while (low < high) { const middle = (low + high + 1) >> 1; if (points[middle].row <= row) low = middle; else high = middle - 1; }
  const state = new Map(points[low].state);
  let since = points[low].row;
  for (let r = since + 1; r <= row; r++) {
    for (let i = known.shiftAt[r]; i < known.shiftAt[r + 1]; i += 3) state.set(known.shifts[i], [known.shifts[i + 1], known.shifts[i + 2], r]);
    // A large state is kept less often, or the copies would take more room than the page.
    if (low === points.length - 1 && r - since >= Math.max(EVERY, state.size)) {
      for (const cell of state.keys()) { const ended = known.objects[known.cells[cell][0]][6]; if (ended >= 0 && ended < r) state.delete(cell); }
      points.push({ row: r, state: new Map(state) });
      since = r;
      low++;
    }
  }
  return state;
}
let format = 'dec';
function shownValue(run, cell, value) {
  if (value < 0) return '(not written)';
  const text = T(value), [, , width] = runs[run].cells[cell];
  const number = /^-?\d+/.exec(text);
  if (format === 'dec' || !width || !number || (text[number[0].length] !== undefined && text[number[0].length] !== ' ')) return text;
  const bits = BigInt.asUintN(width, BigInt(number[0]));
  if (format === 'hex') return '0x' + bits.toString(16).padStart(Math.ceil(width / 4), '0');
  if (format === 'bits') return bits.toString(2).padStart(width, '0').replace(/(.)(?=(.{8})+$)/g, '$1 ');
  const code = Number(BigInt.asUintN(32, bits));
  return code > 31 && code < 127 ? "'" + (code === 39 || code === 92 ? '\\' : '') + String.fromCharCode(code) + "'" : code === 10 ? "'\\n'" : code === 0 ? "'\\0'" : text;
}
const stateNode = el('div', { class: 'side', tabindex: '0', role: 'region', 'aria-label': 'State' });
function alive(run, row) {
  const all = [];
  runs[run].objects.forEach((object, number) => { if (object[5] <= row && (object[6] < 0 || object[6] >= row)) all.push(number); });
  return all;
}
/** Cells by frame: the function's, the number of the activation from the outside, the part. */
function listed(run, i) {
  const row = rowAt(run, i), groups = new Map();
  if (row < 0) return { groups, row };
  const state = stateAt(run, row), there = alive(run, row), known = runs[run];
  const frames = [...new Set(there.map((number) => known.objects[number][2]))].sort((a, b) => a - b);
  const frameOf = new Map(frames.map((activation, number) => [activation, number]));
  for (const number of there) {
    const object = known.objects[number], own = known.byObject[number];
    const name = object[3] ? 'allocated' : object[1] < 0 ? 'static' : T(object[1]);
    const key = (object[3] || object[1] < 0 ? -1 : frameOf.get(object[2])) + '|' + name;
    if (!groups.has(key)) groups.set(key, new Map());
    for (const cell of own) {
      const held = state.get(cell), part = T(known.cells[cell][1]);
      if (held) groups.get(key).set(object[3] ? T(object[0]) + part : part, [cell, held, number]);
    }
    if (!own.length && !object[3]) groups.get(key).set(T(object[0]), [-1, [-1, -1, -1], number]);
  }
  return { groups, row };
}
function renderState() {
  const lists = runs.map((run, number) => listed(number, now));
  const keys = [...new Set(lists.flatMap((list) => [...list.groups.keys()]))];
  keys.sort((a, b) => { const x = parseInt(a, 10), y = parseInt(b, 10); return (x < 0 ? 1e9 : -x) - (y < 0 ? 1e9 : -y); });
  const nodes = [], current = rowAt(side, now), MOST = 200;
  for (const key of keys) {
    const parts = [...new Set(lists.flatMap((list) => list.groups.get(key) ? [...list.groups.get(key).keys()] : []))];
    if (!parts.length) continue;
    const heading = key.split('|').slice(1).join('|');
    if (key.endsWith('|allocated')) { const drawn = drawHeap(lists[side], key); if (drawn) { nodes.push(el('h3', {}, heading), drawn); continue; } }
    const body = el('tbody', {});
    for (const part of parts.slice(0, MOST)) {
      const cells = lists.map((list, run) => stateCell(list, run, key, part));
      if (two && cells[0].textContent !== cells[1].textContent) cells.forEach((cell) => { cell.className = 'changed'; cell.append(el('span', { class: 'sr' }, ' (differs)')); });
      const found = lists[side].groups.get(key) && lists[side].groups.get(key).get(part);
      body.append(el('tr', {}, el('th', { scope: 'row' }, (found && found[1][2] === current ? '▸ ' : '') + part), ...cells));
    }
    const head = el('tr', {}, el('th', { scope: 'col' }, 'name'), ...runs.map((run) => el('th', { scope: 'col' }, two ? run.name : 'value')));
    nodes.push(el('h3', {}, heading), el('table', {}, el('thead', {}, head), body));
    if (parts.length > MOST) nodes.push(el('p', { class: 'quiet' }, 'and ' + (parts.length - MOST) + ' more'));
  }
  if (!nodes.length) nodes.push(el('p', { class: 'quiet' }, 'No variable is there.'));
  stateNode.replaceChildren(...nodes);
}
function stateCell(list, run, key, part) {
  const found = list.groups.get(key) && list.groups.get(key).get(part);
  if (!found) return el('td', {}, '–');
  const [cell, held] = found, text = cell < 0 ? '(not written)' : shownValue(run, cell, held[0]);
  const from = cell < 0 || held[0] < 0 ? -1 : made(run, held[2]);
  return el('td', {}, from >= 0 ? el('button', { type: 'button', class: 'value', 'aria-label': 'why is ' + part + ' ' + text, onclick: () => { side = run; ask('l' + from); } }, text) : text);
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
  const bottoms = [4, 4];
  numbers.forEach((number, k) => {
    const column = k % COLUMNS, height = 20 + 15 * Math.min(8, boxes.get(number).length);
    where.set(number, [column * (W + GAP) + 4, bottoms[column], height]);
    bottoms[column] += height + 14;
  });
  const drawing = svg('svg', { class: 'heap', role: 'img', viewBox: '0 0 ' + (COLUMNS * (W + GAP) + 8) + ' ' + Math.max(...bottoms) });
  drawing.append(svg('defs', {}, svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: '7', refY: '4', markerWidth: '7', markerHeight: '7', orient: 'auto' }, svg('path', { d: 'M0 0L8 4L0 8z' }))));
  const cut = (text) => text.length > 26 ? text.slice(0, 25) + '…' : text, says = [];
  for (const number of numbers) {
    const [x, y] = where.get(number), name = T(runs[side].objects[number][0]), own = [];
    drawing.append(svg('rect', { x, y, width: W, height: where.get(number)[2], rx: 4 }), svg('text', { class: 'head', x: x + 6, y: y + 14 }, cut(name)));
    boxes.get(number).slice(0, 8).forEach(([cell, held], k) => {
      const row = y + 29 + 15 * k, target = held[1], part = T(runs[side].cells[cell][1]).replace(/^\./, '') || 'value', value = shownValue(side, cell, held[0]);
      own.push(part + ' = ' + value);
      drawing.append(svg('text', { x: x + 6, y: row }, cut(part + ' = ' + (target >= 0 && where.has(target) ? '→' : value))));
      if (where.has(target)) {
        // From the side that faces the target to the side that faces the source; in one column around the right.
        const [tx, ty] = where.get(target), left = tx < x, from = left ? x : x + W, to = tx > x ? tx : tx + W;
        drawing.append(svg('path', { 'marker-end': 'url(#arrow)', d: 'M' + from + ' ' + (row - 4) + ' C' + (left ? from - 26 : from + 26) + ' ' + (row - 4) + ' ' + (tx > x ? to - 26 : to + 26) + ' ' + (ty + 9) + ' ' + to + ' ' + (ty + 9) }));
      }
    });
    says.push(name + ': ' + own.join(', '));
  }
  drawing.setAttribute('aria-label', numbers.length + ' allocated objects. ' + says.join('; '));
  return drawing;
}

