// ---- changes of the page's address, and the state of the view ----------------------------------------------------------
let now = lastOfFirst(), asked = null, side = 0, folded = true;
/** Where the failing run ends. */
function lastOfFirst() { for (let i = count - 1; i > 0; i--) if (sides[0][i] >= 0) return i; return 0; }
function address() {
  let text = '#s=' + now + '&run=' + side;
  if (asked !== null) text += '&why=' + asked;
  return text;
}
/** Steps in a row replace the address, and only when they have come to rest: browsers stop pages that change it all the time. */
let resting = 0;
function settle(how) {
  clearTimeout(resting);
  resting = 0;
  const text = address();
  if (location.hash !== text) history[how](null, '', text);
}
function remember(small) {
  if (!small) { settle('pushState'); return; }
  clearTimeout(resting);
  resting = setTimeout(() => settle('replaceState'), 150);
}
/** Whether a question of an address can be asked of this page. */
function known(question) {
  const number = parseInt(question.slice(1), 10), kind = question[0];
  return kind === 'l' ? link(side, number) !== null : kind === 'r' ? number < runs[side].count : D.files[number] !== undefined;
}
function restore() {
  const text = location.hash.slice(1);
  const line = /^L(\d+)\.(\d+)$/.exec(text);
  if (line) { showLine(+line[1], +line[2]); return; }
  // A place below the runs is the browser's to show.
  if (text && !text.includes('=')) { const there = document.getElementById(text); if (there && there.tagName === 'DETAILS') there.open = true; if (app.dataset.ready) return; }
  const given = new Map(text.split('&').map((part) => part.split('=')));
  if (given.has('s')) now = Math.min(Math.max(0, parseInt(given.get('s'), 10) || 0), Math.max(0, count - 1));
  if (given.has('run')) side = two && given.get('run') === '1' ? 1 : 0;
  const why = given.get('why');
  asked = why === undefined ? null : /^(l\d+|r\d+|n\d+\.\d+)$/.test(why) && known(why) ? why : null;
  render(true);
}

