/* The script of the HTML page: views, filter, sorting, values under the pointer. The page can be read without it. */
(function () {
'use strict';
var d = document, root = d.documentElement, tip = d.createElement('div');
function each(what, f, of) { Array.prototype.forEach.call((of || d).querySelectorAll(what), f); }
root.className = 'js';

/* Charts that the page has already. */
each('[data-f]', function (e) {
  var c = d.getElementById('f' + e.getAttribute('data-f')).cloneNode(true);
  c.removeAttribute('id');
  each('[id]', function (x) { x.removeAttribute('id'); }, c);
  e.parentNode.replaceChild(c, e);
});

/* A name that the page says more than once stands where it is said first. */
each('[data-m]', function (e) { e.title = d.getElementById('m' + e.getAttribute('data-m')).title; });
each('[data-a]', function (e) { e.textContent = d.getElementById('m' + e.getAttribute('data-a')).textContent; });

/* One view at a time, by the address: #kernels, #k3 and what lies in it, #session, #all for everything. */
function show() {
  clearTimeout(root.later);
  var id = location.hash.slice(1) || 'kernels', to = d.getElementById(id), view;
  root.className = id === 'all' ? 'js all' : 'js';
  view = to && to.closest('.view') || d.getElementById('kernels');
  each('.view', function (v) { v.classList.toggle('on', v === view); });
  each('header nav a', function (a) {
    if (a.getAttribute('href') === '#' + (id === 'all' ? id : view.id)) a.setAttribute('aria-current', 'page');
    else a.removeAttribute('aria-current');
  });
  for (var x = to; x && x !== view; x = x.parentNode) if (x.tagName === 'DETAILS') x.open = true;
  if (history.state && history.state.y !== undefined) window.scrollTo(0, history.state.y); /* been here */
  else if (to && to !== view) to.scrollIntoView();
  else window.scrollTo(0, 0);
}
/* Back leads to where one was. */
function keep() { history.replaceState({y: window.scrollY}, ''); }
if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
d.addEventListener('click', keep, true);
window.addEventListener('hashchange', show);
show();

/* The section that is looked at, in the list of them. */
function mark() {
  var view = d.querySelector('.kernel.on'), now = null, links = view ? view.querySelectorAll('.toc a') : [];
  Array.prototype.forEach.call(links, function (a) {
    var to = d.getElementById(a.getAttribute('href').slice(1));
    if (to && view.contains(to) && to.getBoundingClientRect().top < 140) now = a;
  });
  Array.prototype.forEach.call(links, function (a) {
    if (a !== now) a.removeAttribute('aria-current');
    else if (!a.hasAttribute('aria-current')) {
      a.setAttribute('aria-current', 'true');
      a.parentNode.parentNode.scrollLeft = a.offsetLeft - a.parentNode.parentNode.offsetLeft - 40;
    }
  });
}
window.addEventListener('scroll', function () { window.requestAnimationFrame(mark); clearTimeout(root.later); root.later = setTimeout(keep, 200); }, {passive: true});

/* Filter of the kernels. */
each('.filter', function (f) {
  var input = f.querySelector('input'), said = f.querySelector('output'), rows = f.parentNode.querySelectorAll('tbody tr');
  function run() {
    var words = input.value.toLowerCase().split(/\s+/), n = 0;
    Array.prototype.forEach.call(rows, function (r) {
      var text = r.textContent.toLowerCase(), on = words.every(function (w) { return text.indexOf(w) >= 0; });
      r.hidden = !on;
      n += on;
    });
    said.textContent = n + ' of ' + rows.length;
  }
  input.addEventListener('input', run);
  run();
});

/* Tables that can be sorted: by data-v of the cells, else by their text. */
function key(row, i) {
  var c = row.cells[i], v = c.getAttribute('data-v');
  return v === null ? c.textContent : v === '' ? -Infinity : +v;
}
each('table.sort thead th', function (th) {
  var b = d.createElement('button'), body = th.closest('table').tBodies[0];
  b.type = 'button';
  b.textContent = th.textContent;
  th.textContent = '';
  th.appendChild(b);
  b.addEventListener('click', function () {
    var down = th.getAttribute('aria-sort') ? th.getAttribute('aria-sort') === 'ascending' : th.getAttribute('data-down') !== null;
    each('th', function (o) { o.removeAttribute('aria-sort'); }, th.parentNode);
    th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    Array.prototype.slice.call(body.rows).sort(function (x, y) {
      var a = key(x, th.cellIndex), c = key(y, th.cellIndex);
      return (a < c ? -1 : a > c ? 1 : 0) * (down ? -1 : 1);
    }).forEach(function (r) { body.appendChild(r); });
  });
});

/* Values under the pointer. */
tip.className = 'tip';
tip.hidden = true;
d.body.appendChild(tip);
function say(text, e) {
  tip.textContent = text;
  tip.hidden = !text;
  tip.style.left = Math.max(0, Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 4)) + 'px';
  tip.style.top = Math.max(0, e.clientY - tip.offsetHeight - 12) + 'px';
}
function digits(v) { return String(+v.toPrecision(4)); }
function time(v) {
  var u = ['ns', 'us', 'ms', 's'], i = 0;
  while (i < 3 && Math.abs(v) >= 1000) { v /= 1000; i++; }
  return digits(v) + ' ' + u[i];
}
function read(svg, e) {
  var b = svg.getAttribute('data-b').split(' ').map(Number), at = svg.createSVGPoint(), said = [];
  at.x = e.clientX;
  at.y = e.clientY;
  at = at.matrixTransform(svg.getScreenCTM().inverse());
  each('polyline', function (line) {
    var ends = line.classList.contains('area') ? 1 : 0, p = line.points, low = ends, high = p.numberOfItems - 1 - ends, x, y, a, c;
    while (low + 1 < high) {
      var middle = low + high >> 1;
      if (p.getItem(middle).x <= at.x) low = middle; else high = middle;
    }
    if (high < low) return;
    a = p.getItem(low);
    c = p.getItem(high);
    if (Math.abs(c.x - at.x) < Math.abs(a.x - at.x)) a = c;
    x = b[4] + (a.x - b[0]) / (b[1] - b[0]) * (b[5] - b[4]);
    y = b[6] + (b[3] - a.y) / (b[3] - b[2]) * (b[7] - b[6]);
    said.push((svg.hasAttribute('data-time') ? time(x) : digits(x)) + ': ' + String(+y.toPrecision(3)) + ' ' + svg.getAttribute('data-u'));
  }, svg);
  return said.join('\n');
}
d.addEventListener('mousemove', function (e) {
  var of = e.target.closest ? e.target : null, svg = of && of.closest('svg'), mark, title;
  if (!svg) { tip.hidden = true; return; }
  for (mark = of; mark !== svg; mark = mark.parentNode) {
    title = mark.querySelector(':scope > title');
    if (title) { /* the browser's own box would come on top of ours */
      mark.setAttribute('aria-label', title.textContent);
      mark.removeChild(title);
    }
    if (mark.hasAttribute('aria-label')) { say(mark.getAttribute('aria-label'), e); return; }
  }
  if (svg.hasAttribute('data-b')) say(read(svg, e), e);
  else tip.hidden = true;
});

/* On paper nothing can be opened; the raw tables that are shut stay so. */
window.addEventListener('beforeprint', function () {
  each('.on details:not([open]):not(.raw)', function (x) { x.open = true; x.setAttribute('data-shut', ''); });
});
window.addEventListener('afterprint', function () {
  each('details[data-shut]', function (x) { x.open = false; x.removeAttribute('data-shut'); });
});
}());
