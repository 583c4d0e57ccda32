// ---- virtual lists -------------------------------------------------------------------------------------------------------------
const H = 20;
function List(label, role, total, draw) {
  this.total = total;
  this.draw = draw;
  this.block = el('div', { class: 'block' });
  this.space = el('div', { class: 'space' }, this.block);
  this.node = el('div', { class: 'list ' + role, tabindex: '0', role: role, 'aria-label': label }, this.space);
  // Asking the document for sizes makes it lay out all that has changed: they are known from its events.
  this.height = 400;
  this.width = 500;
  this.top = 0;
  this.node.addEventListener('scroll', () => { this.top = this.node.scrollTop; this.paint(); });
  new ResizeObserver((seen) => { this.height = seen[0].contentRect.height || 400; this.width = seen[0].contentRect.width || 500; this.top = this.node.scrollTop; this.paint(); }).observe(this.node);
}
List.prototype.paint = function () {
  const height = this.height, total = this.total(), full = total * H;
  // Browsers cannot show a box of any height: in a longer list a pixel of the scroll bar is more than one of the list.
  const scale = full > TALL ? (full - height) / (TALL - height) : 1;
  // A list that has become shorter is not scrolled as far as it was.
  this.top = Math.min(this.top, Math.max(0, Math.min(full, TALL) - height));
  const top = this.top * scale;
  const first = Math.max(0, Math.floor(top / H) - 8);
  const last = Math.min(total, first + Math.ceil(height / H) + 24);
  place(this.space, 'height', Math.min(full, TALL));
  place(this.block, 'top', first * H - top + this.top);
  const rows = [];
  for (let i = first; i < last; i++) rows.push(this.draw(i));
  this.block.replaceChildren(...rows);
};
List.prototype.show = function (i) {
  const height = this.height, full = this.total() * H;
  const scale = full > TALL ? (full - height) / (TALL - height) : 1, top = i * H, shown = this.top * scale;
  // The list must be as long as it is before it can be scrolled.
  place(this.space, 'height', Math.min(full, TALL));
  if (top < shown + H || top > shown + height - 3 * H) {
    this.top = Math.min(Math.max(0, (top - height / 2) / scale), Math.max(0, Math.min(full, TALL) - height));
    this.node.scrollTop = this.top;
  }
  this.paint();
};
const TALL = 4000000;
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

// ---- folds: long stretches that are alike ------------------------------------------------------------------------------------------
let items = [], foldedFor = null;
const opened = new Set();
function fold() {
  const LONG = 12;
  // What is folded depends on the step only if that lies in a fold.
  const inside = stretchOf(now);
  const key = folded + ' ' + opened.size + ' ' + (inside && inside[1] - inside[0] > LONG && now > inside[0] + 1 && now < inside[1] - 2 ? inside[0] : -1);
  if (foldedFor === key) return;
  foldedFor = key;
  items = [];
  for (let i = 0; i < count;) {
    const stretch = stretchOf(i), [from, to] = stretch || [i, i + 1];
    if (folded && stretch && to - from > LONG && !opened.has(from) && !(now > from + 1 && now < to - 2)) {
      items.push(from, from + 1, [from + 2, to - 2, from], to - 2, to - 1);
    } else for (let k = from; k < to; k++) items.push(k);
    i = to;
  }
}
/** The pairs around one that are alike, if it is. */
function stretchOf(i) {
  if (!two || isDifferent[i]) return null;
  // The first difference behind it.
  let low = 0, high = different.length;
  while (low < high) { const middle = (low + high) >> 1; if (different[middle] < i) low = middle + 1; else high = middle; }
  return [low ? different[low - 1] + 1 : 0, low < different.length ? different[low] : count];
}
/** What a fold hides: rounds, if there is one loop in it. */
function foldText(from, to) {
  const n = to - from;
  let loop = -1, level = 1e9, first = 0, last = 0, inside = 0;
  for (let i = from; i < to; i++) {
    const row = pair(i)[0], own = at(0, row, LOOP), deep = at(0, row, DEPTH);
    if (own < 0) continue;
    // The outermost loop tells most; what is called from it belongs to its rounds.
    if (loop >= 0 && deep > level) { inside++; continue; }
    if (loop >= 0 && deep === level && own !== loop) return '⋯ ' + n + ' steps alike';
    last = at(0, row, ROUND);
    if (loop < 0 || deep < level) { loop = own; first = last; level = deep; }
    inside++;
  }
  if (loop < 0 || first >= last) return '⋯ ' + n + ' steps alike';
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

