// ---- why ------------------------------------------------------------------------------------------------------------------------------
const whyNode = el('div', { class: 'side why', tabindex: '0', role: 'region', 'aria-label': 'Why' });
function ask(question) { asked = question; remember(false); render(false); whyNode.scrollTop = 0; whyNode.focus({ preventScroll: true }); }
function jump(run, row) { side = run; const i = pairOf[run][row]; if (i !== undefined && i >= 0) go(i, true); }
const placeName = (file, line) => file >= 0 && D.files[file] ? D.files[file].name + ':' + line : '';
/** All links that some come from, the latest first; those of one place that say the same kind of thing again are one. */
function chain(run, first) {
  const MOST = 60, FAR = 20000, seen = new Set(first), queue = [...first];
  for (let k = 0; k < queue.length && queue.length < FAR; k++) {
    const own = link(run, queue[k]);
    for (const part of own ? own.parts : []) if (!part.address) for (const from of part.from) if (!seen.has(from)) { seen.add(from); queue.push(from); }
  }
  const order = [], known = new Map();
  for (const number of queue.sort((a, b) => b - a)) {
    const own = link(run, number);
    if (!own) continue;
    const key = own.file + ':' + own.line + ' ' + own.says.split(' = ')[0];
    if (known.has(key)) { known.get(key).times++; continue; }
    known.set(key, { number, own, times: 1 });
    order.push(known.get(key));
  }
  // Where the chain was not followed to its end, nothing was counted to its end either.
  const cut = queue.length >= FAR || queue.some((number) => !link(run, number));
  return { order: order.slice(0, MOST), more: order.length > MOST || cut, cut };
}
/** What is asked about: a link, or all that a step reads. */
function firstLinks() {
  const row = asked[0] === 'r' ? +asked.slice(1) : -1;
  if (asked[0] === 'l') return [+asked.slice(1)];
  return [...new Set(reads(side, row).filter((part) => !part.address).flatMap((part) => part.from))];
}
function linkNode({ number, own, times }, atLeast) {
  const unwritten = own.parts.filter((part) => part.unwritten && !part.address).map((part) => part.name), text = D.files[own.file] && own.line ? D.files[own.file].lines[own.line - 1] : '';
  return el('li', {}, el('button', { type: 'button', class: 'value', 'data-link': number, onclick: () => jump(side, own.row) }, placeName(own.file, own.line) || 'before main'), ' ',
    el('span', { class: 'says' }, ...prose(own.says)), unwritten.length ? el('span', { class: 'says' }, '; nobody wrote ' + unwritten.join(', ')) : null,
    times > 1 ? el('span', { class: 'quiet' }, ' (' + times + (atLeast ? ' times or more; this is the last)' : ' times; this is the last)')) : null, text ? el('code', { class: 'line' }, text.trim()) : null);
}
function partsNode(parts) {
  const list = el('ul', {});
  // What the step is about comes before what only says where that lies.
  for (const part of parts.slice().sort((a, b) => a.address - b.address)) {
    const text = part.name + ' = ' + part.value;
    list.append(el('li', { class: part.address ? 'quiet' : null }, part.from.length ? el('button', { type: 'button', class: 'value', onclick: () => ask('l' + part.from[0]) }, 'why ' + text + '?') : text,
      part.unwritten ? ' (nobody wrote it)' : part.address ? ' (only used as index or pointer)' : ''));
  }
  return list;
}
function renderWhy() {
  const nodes = [];
  const row = rowAt(side, now);
  const heading = (text) => nodes.push(el('h3', {}, text));
  const back = () => nodes.push(el('button', { type: 'button', onclick: () => ask(null) }, 'Back to this step'));
  if (asked && asked[0] === 'n') {
    const [number, line] = asked.slice(1).split('.').map(Number);
    heading('Why was ' + placeName(number, line) + ' not executed?');
    nodes.push(whyNot(number, line));
    back();
  } else if (asked) {
    const first = firstLinks(), { order, more, cut } = chain(side, first);
    heading('Where it came from' + (two ? ' (' + runs[side].name + ')' : '') + ', the latest first');
    nodes.push(order.length ? el('ol', {}, ...order.map((own) => linkNode(own, cut))) : el('p', { class: 'quiet' }, 'It comes from nothing that was written: a constant, or memory that nobody wrote.'));
    if (more) nodes.push(el('p', { class: 'quiet' }, 'and more: ask about one of these'));
    const parts = two ? parting(asked) : '';
    if (parts) { heading('Where the runs part'); nodes.push(el('p', {}, ...prose(parts))); }
    back();
  } else if (row >= 0) {
    heading('This step reads');
    const parts = reads(side, row), own = made(side, row);
    nodes.push(parts.length ? partsNode(parts) : el('p', { class: 'quiet' }, 'nothing'));
    if (own >= 0 || parts.some((part) => part.from.length)) nodes.push(el('button', { type: 'button', onclick: askStep }, 'Full history'));
    const up = control(side, row);
    // What another thread did is not why this one runs.
    if (up >= 0 && at(side, up, THREAD) === at(side, row, THREAD)) {
      heading('It ran because of');
      nodes.push(el('button', { type: 'button', class: 'value', onclick: () => jump(side, up) }, 'line ' + at(side, up, LINE) + ': ' + told(side, up)));
    }
  }
  whyNode.replaceChildren(...nodes);
}
/** Where the value of the current step came from; of a decision or a claim, all that it looks at. */
function askStep() {
  const row = rowAt(side, now);
  if (row < 0) return;
  const own = made(side, row);
  if (own >= 0) ask('l' + own);
  else if (reads(side, row).some((part) => part.from.length && !part.address)) ask('r' + row);
  else say('This step reads nothing that was written.');
}
/** The same row of the other run. */
function counterpart(row) { const i = pairOf[side][row]; return i === undefined || i < 0 ? -1 : sides[1 - side][i]; }
/** Both chains are gone down at once, along the first value that differs, as long as their steps are the same. */
function parting(question) {
  const other = 1 - side, name = (run) => 'in the ' + runs[run].name;
  const row = question[0] === 'l' ? rowOf(+question.slice(1)) : +question.slice(1), twin = counterpart(row);
  const sameLink = (number) => { const t = counterpart(rowOf(number)); return t < 0 ? null : link(other, t * PER + number % PER); };
  let parts, theirs;
  if (question[0] !== 'l' && (twin < 0 || !reads(other, twin).length)) {
    // The other run does not look at anything here, but it may have come by what made what this one looks at.
    for (const part of reads(side, row)) for (const from of part.from) {
      const own = link(side, from), same = sameLink(from);
      if (own && same && own.line === same.line && own.says !== same.says) return own.says + ' ' + name(side) + ' (' + placeName(own.file, own.line) + '), and ' + same.says + ' ' + name(other) + '.';
    }
  }
  if (twin < 0) return 'The ' + runs[other].name + ' does not come to this step.';
  if (question[0] === 'l') {
    const own = link(side, +question.slice(1)), same = sameLink(+question.slice(1));
    if (!own || !same || own.line !== same.line) return '';
    [parts, theirs] = [own.parts, same.parts];
  } else [parts, theirs] = [reads(side, row), reads(other, twin)];
  let says = '';
  for (let depth = 0; depth < 4000; depth++) {
    let next = null;
    for (let k = 0; k < parts.length && k < theirs.length && !next; k++) if (!parts[k].address && parts[k].name === theirs[k].name && (parts[k].value !== theirs[k].value || !parts[k].value)) next = k;
    if (next === null) break;
    const [a, b] = [parts[next], theirs[next]], own = a.from.length ? link(side, a.from[0]) : null, same = b.from.length ? link(other, b.from[0]) : null;
    // What was returned or moved has no value of its own.
    if (a.value) says = a.name + ' is ' + a.value + ' ' + name(side) + (own ? ' (' + placeName(own.file, own.line) + ': ' + own.says + ')' : '') + ', and ' + b.value + ' ' + name(other) + (same ? ' (' + placeName(same.file, same.line) + ': ' + same.says + ')' : '') + '.';
    if (!own || !same || counterpart(own.row) !== same.row) break;
    [parts, theirs] = [own.parts, same.parts];
  }
  return says;
}
function whyNot(number, line) {
  const known = runs[side].not[number + ':' + line];
  const box = el('div', {});
  if (!known) { box.append(el('p', { class: 'quiet' }, 'There is no code in this line.')); return box; }
  box.append(el('p', {}, ...prose(T(known[0]))));
  if (known[1] >= 0) {
    box.append(el('button', { type: 'button', class: 'value', onclick: () => jump(side, known[1]) }, 'line ' + at(side, known[1], LINE) + ': ' + told(side, known[1])));
    const parts = reads(side, known[1]);
    if (parts.length) box.append(el('p', { class: 'quiet' }, 'It looked at'), partsNode(parts));
  }
  return box;
}

