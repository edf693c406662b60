/* The script of the HTML page: views, filter, sorting, values under the pointer. The page can be read without it. */
(function () {
'use strict';
var d = document, root = d.documentElement, tip = d.createElement('div');
function each(what, f, of) { Array.prototype.forEach.call((of || d).querySelectorAll(what), f); }
root.className = 'js';

/* Kernels of a page of many are texts until they are shown. What has an id, wherever it is. */
function find(id) {
  var found = d.getElementById(id);
  each('script[type="text/html"]', function (s) {
    if (found || s.textContent.indexOf(' id="' + id + '"') < 0) return;
    if (!s.tree) { s.tree = d.createElement('template'); s.tree.innerHTML = s.textContent; }
    found = s.tree.content.getElementById(id);
  });
  return found;
}

/* What a part of the page only refers to: charts, names and descriptions that are there already. */
function fill(of) {
  each('[data-f]', function (e) {
    var c = find('f' + e.getAttribute('data-f')).cloneNode(true);
    c.removeAttribute('id');
    each('[id]', function (x) { x.removeAttribute('id'); }, c);
    e.parentNode.replaceChild(c, e);
  }, of);
  each('[data-m]', function (e) { e.title = find('m' + e.getAttribute('data-m')).title; }, of);
  each('[data-a]', function (e) { e.textContent = find('m' + e.getAttribute('data-a')).textContent; }, of);
  each('.side h2', function (e) { e.title = e.textContent; }, of); /* it may be cut */
  each('figure.card:not(.empty)', equip, of);
  each('.calc', function (x) { if (watcher) watcher.observe(x); else calculator(x); }, of);
  each('table.sort thead th', sortable, of);
  each('.source', function (x) { if (watcher) watcher.observe(x); else open(x); }, of);
}

function wake(s) {
  s.insertAdjacentHTML('afterend', s.textContent);
  s.parentNode.removeChild(s);
}

/* One view at a time, by the address: #kernels, #k3 and what lies in it, #k3-L66 for a line of its source, #k3src~2 for that against the
   second baseline, #session, #all for everything. */
function show() {
  clearTimeout(root.later);
  var place = location.hash.slice(1).split('~'), id = place[0] || 'kernels', shut = /^k(\d+)/.test(id) && d.getElementById('i' + RegExp.$1), to, view;
  if (shut) wake(shut);
  if (id === 'all') each('script[type="text/html"]', wake);
  var row = /^(k\d+)-(.+)$/.exec(id);
  to = d.getElementById(row ? row[1] + 'src' : id);
  root.className = 'js' + (id === 'all' ? ' all' : '') + (/^k\d+(src$|-)/.test(id) ? ' wide' : ''); /* code takes all of the width */
  view = to && to.closest('.view') || d.getElementById('kernels');
  each('.view', function (v) {
    v.classList.toggle('on', v === view);
    if (!v.full && (v === view || id === 'all')) { v.full = true; fill(v); }
  });
  each('header nav a', function (a) {
    if (a.getAttribute('href') === '#' + (id === 'all' ? id : view.id)) a.setAttribute('aria-current', 'page');
    else a.removeAttribute('aria-current');
  });
  for (var x = to; x && x !== view; x = x.parentNode) if (x.tagName === 'DETAILS') x.open = true;
  if (to && to.closest('.source')) { open(to.closest('.source')); to.closest('.source').compare(place[1]); }
  if (row && to) {
    to.parentNode.go(row[2]);
    to = to.parentNode.querySelector('.work');
  }
  if (history.state && history.state.y !== undefined) window.scrollTo(0, history.state.y); /* been here */
  else if (to && to !== view) {
    each('.calc', calculator, view); /* those above would move it later */
    to.scrollIntoView();
  }
  else window.scrollTo(0, 0);
}
/* Back leads to where one was. */
function keep() { history.replaceState({y: window.scrollY}, ''); }
if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
d.addEventListener('click', keep, true);
window.addEventListener('hashchange', show);

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
function sortable(th) {
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
}
/* The source of a kernel and its calculator are made when they come into view; what has the focus and is seen stays where it is. */
var watcher = window.IntersectionObserver && new IntersectionObserver(function (seen) {
  var e = d.activeElement, top = e.getBoundingClientRect().top;
  seen.forEach(function (x) { if (x.isIntersecting) (x.target.classList.contains('calc') ? calculator : open)(x.target); });
  if (top > 0 && top < innerHeight) scrollBy(0, e.getBoundingClientRect().top - top);
}, {rootMargin: '400px'});

/* Lists side by side of which only the rows in view are elements: files, all lines, PTX, instructions. */
function make(name, of, is, text) {
  var e = d.createElement(name), k;
  for (k in is) e.setAttribute(k, is[k]);
  if (text !== undefined) e.textContent = text;
  if (of) of.appendChild(e);
  return e;
}
/* Whole figures with all of their digits, 102,891,520; of others six: put_digits of the C code. */
function amount(v) {
  return Math.abs(v) < 99999.5 && v % 1 ? String(+v.toPrecision(6)) : v.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');
}
/* Values: column, value, column, value. */
function spread(list) {
  var v = {}, i;
  for (i = 0; i < list.length; i += 2) v[list[i]] = list[i + 1];
  return v;
}

/* What the code says of its instructions: r.live, r.needs and r.waiters (rows), r.to (the target), r.memory, r.blames, r.loops. */
function read_notes(c, data) {
  c.kinds = data.kinds;
  c.loops = data.loops.map(function (x) { return {first: x[0], last: x[1], depth: x[2], samples: x[3]}; });
  c.instructions.forEach(function (r) { r.waiters = []; });
  data.notes.forEach(function (x, i) {
    var r = c.instructions[i], k, w;
    if (x[0] >= 0) r.live = x[0];
    r.to = x[2] ? c.instructions[x[2] - 1] : null;
    r.label = x[3] === 1;
    r.memory = x[4] ? data.spaces[x[4] - 1] + (x[5] ? ' ' + x[5] + ' B' : '') : '';
    r.needs = x[6].map(function (n) { return c.instructions[n]; });
    r.blames = [];
    for (k = 0; k < x[7].length; k += 4) {
      w = {kind: x[7][k], by: c.instructions[x[7][k + 1]], proof: x[7][k + 2], samples: x[7][k + 3]};
      r.blames.push(w);
      if (w.by !== r && r.needs.indexOf(w.by) < 0) r.needs.push(w.by);
    }
    r.blames.sort(function (a, b) { return b.samples - a.samples; });
    r.needs.forEach(function (n) { n.waiters.push(r); });
    r.loops = c.loops.filter(function (l) { return l.first <= i && i <= l.last; });
  });
  /* The kinds of cause of the instructions of a row: the largest, its share, and, of an instruction, which one it is. */
  c.cause = function (r) {
    var sums = {}, all = 0, most = null, first;
    if (!r.code) return null;
    if (r.kind === 'I') {
      first = r.blames[0];
      return first ? {kind: first.kind, by: first.by === r ? null : first.by, sure: first.proof !== 2, all: 0} : null;
    }
    if (r.cause === undefined) {
      c.of(r).forEach(function (i) { c.instructions[i].blames.forEach(function (w) { sums[w.kind] = (sums[w.kind] || 0) + w.samples; all += w.samples; }); });
      Object.keys(sums).forEach(function (k) { if (most === null || sums[k] > sums[most]) most = +k; });
      r.cause = most === null ? null : {kind: most, by: null, sure: true, part: sums[most], all: all};
    }
    return r.cause;
  };
  c.cause_text = function (r) {
    var x = c.cause(r);
    return x === null ? '' : c.kinds[x.kind][0] + (x.sure ? '' : '?') + (x.by ? ' at ' + hex(x.by.line) : x.all ? ' ' + Math.round(100 * x.part / x.all) + '%' : '');
  };
}
function hex(v) { return ('0000' + v.toString(16)).slice(-Math.max(4, v.toString(16).length)); }

/* Which columns people chose: of all kernels, and of the pages after this one; null: those that matter in a kernel. */
var picked = null;
try { picked = JSON.parse(sessionStorage.getItem('columns')); } catch (x) { /* it is not to be kept */ }
function keep_columns(list) {
  picked = list;
  try { sessionStorage.setItem('columns', JSON.stringify(list)); } catch (x) { /* likewise */ }
}

/* The rows of a kernel and what belongs together. */
function read_code(data) {
  var c = {columns: [], files: [], marks: {}, heat: data.heat, executed: data.executed, baselines: data.baselines}, by = {}, rooted = {}, lines = [], gone;
  function values(row, all, own) {
    row.all = spread(all);
    row.own = own ? spread(own) : row.all;
    return row;
  }
  /* What a row was in the baseline: where, its values, its own ones; null: it is new. */
  function old(was) { return was ? values({line: was[0]}, was[1], was[2]) : null; }
  /* A row of the baseline that is gone. */
  function left(kind, x) { return {kind: 'G', of: kind, id: 'G' + gone++, line: x[0], was: old(x), text: x[3], file: by[x[4]], after: x[5], n: 0, code: false, kids: []}; }
  data.columns.forEach(function (x) { c.columns.push({name: x[0], label: x[1], group: x[2] || (x[4] === 'stall' ? 'Warp Stalls' : ''), shown: x[3], kind: x[4], sum: x[5], brief: x[6]}); });
  data.files.forEach(function (x) {
    var text = x[2] < 0 ? null : find('t' + x[2]).textContent.split('\n'), f = {name: data.names[x[0]], mark: x[1], text: text, lines: {}, heat: 0, last: 0};
    if (text) text.pop();
    x[3].forEach(function (y) {
      f.lines[y[0]] = values({kind: 'L', file: f, line: y[0], n: y[1], code: true, kids: []}, y[2], y[3]);
      lines.push(f.lines[y[0]]);
      f.heat += f.lines[y[0]].own[c.heat] || 0;
      f.last = Math.max(f.last, y[0]);
    });
    if (text) f.last = Math.max(f.last, text.length);
    by[x[0]] = f;
    if (x[3].length) c.files.push(f);
  });
  c.files.sort(function (x, y) { return !y.mark - !x.mark || y.heat - x.heat; });
  c.calls = data.calls.map(function (x) {
    return values({kind: 'C', up: x[0], file: by[x[1]], line: x[2], where: data.functions[x[3]][0], n: x[4], code: true, kids: []}, x[5], x[6]);
  });
  c.calls.forEach(function (r, i) {
    r.id = 'c' + i;
    r.up = r.up < 0 ? null : c.calls[r.up];
    if (r.up) r.up.kids.push(r);
    if (!r.up && r.file.lines[r.line]) r.file.lines[r.line].roots = (r.file.lines[r.line].roots || []).concat(r);
  });
  c.files.forEach(function (f) {
    Object.keys(f.lines).forEach(function (k) { (f.lines[k].roots || []).forEach(function (r) { f.lines[k].kids = f.lines[k].kids.concat(r.kids); }); });
  });
  var several = data.instructions.some(function (x) { return x[0] !== data.instructions[0][0]; });
  c.instructions = data.instructions.map(function (x, i) {
    var f = x[0] < 0 ? ['', 0] : data.functions[x[0]];
    return values({kind: 'I', index: i, where: f[0], mark: f[1] ? '-N' + f[1] : '', line: x[1], text: x[2], ptx: x[3], up: x[4] < 0 ? null : c.calls[x[4]],
      n: 1, code: true, kids: [], first: several && (i === 0 || data.instructions[i - 1][0] !== x[0])}, x[5]);
  });
  c.ptx = data.ptx.map(function (x) { return values({kind: 'P', line: x[0], n: x[1], code: x[1] > 0, text: x[3], kids: []}, x[2]); });
  /* Which of the baselines: what rows were in it, which it had and are gone. The first that has the kernel where n is none of those. */
  c.compare = function (n) {
    var x;
    for (c.which = data.baselines[n - 1] ? n - 1 : 0; c.which < data.baselines.length && !data.baselines[c.which];) c.which++;
    x = data.baselines[c.which];
    c.baseline = x && x.slice(0, 2);
    c.lacks = x ? x[2] : [];
    c.gone = {};
    gone = 0;
    [['I', c.instructions], ['C', c.calls], ['L', lines], ['P', c.ptx]].forEach(function (kind, i) {
      kind[1].forEach(function (r, k) { r.was = x ? old(x[3 + 2 * i][k]) : undefined; });
      c.gone[kind[0]] = x ? x[4 + 2 * i].map(function (y) { return left(kind[0], y); }) : [];
    });
  };
  c.compare(1);
  /* Rows with those that are gone where they were: after the row at such an index, or with such a number. */
  c.with_gone = function (rows, list, by_number) {
    var out = [], i = 0, k = 0;
    if (!list.length) return rows;
    for (i = 0; i <= rows.length; i++) {
      for (; k < list.length && (i === rows.length || list[k].after <= (by_number ? (i ? rows[i - 1].line : 0) : i)); k++) out.push(list[k]);
      if (i < rows.length) out.push(rows[i]);
    }
    return out;
  };
  read_notes(c, data);
  data.markers.forEach(function (x) { (c.marks[x[0]] = c.marks[x[0]] || []).push(x); });
  /* Instructions by all that they belong to. */
  function of(key, i) { (rooted[key] = rooted[key] || []).push(i); }
  c.keys = function (i) {
    var r = c.instructions[i], keys = ['I' + i], x;
    if (r.ptx) keys.push('P' + r.ptx);
    for (x = r.up; x; x = x.up) keys.push(x.id, 'L' + x.line + x.file.mark);
    return keys;
  };
  c.instructions.forEach(function (r, i) { c.keys(i).forEach(function (k) { if (!(rooted[k] && rooted[k][rooted[k].length - 1] === i)) of(k, i); }); });
  c.key = function (r) { return r.kind === 'G' ? r.id : r.kind === 'I' ? 'I' + r.index : r.kind === 'P' ? 'P' + r.line : r.kind === 'C' ? r.id : 'L' + r.line + r.file.mark; };
  c.anchor = function (r) { return r.kind === 'G' ? r.id : r.kind === 'I' ? 'I' + r.line.toString(16) + r.mark : r.kind === 'P' ? 'P' + r.line : 'L' + r.line + r.file.mark; };
  c.of = function (r) { return rooted[c.key(r)] || []; };
  c.count = function (r) { return c.of(r).length; };
  /* Keys of what has instructions in common with a row. */
  c.related = function (r) {
    var keys = {};
    (rooted[c.key(r)] || []).forEach(function (i) { c.keys(i).forEach(function (k) { keys[k] = true; }); });
    return keys;
  };
  c.text = function (r) {
    var text = r.text !== undefined ? r.text : r.file.text && r.file.text[r.line - 1];
    return text || '';
  };
  c.place = function (r) { return r.line && r.file ? r.file.name + ':' + r.line : '(no line)'; };
  return c;
}

function open(box) {
  if (box.go) { box.again(); return; }
  if (watcher) watcher.unobserve(box);
  var c = read_code(JSON.parse(box.querySelector('.data').textContent)), k = box.getAttribute('data-k'), panes = [], active, chosen = null, over = null;
  var related = {}, near = {}, self = false, heat = c.heat, shown = {}, narrow = window.matchMedia('(max-width: 560px)');
  var work = make('div', null, {'class': 'work'}), tools = make('div', work, {'class': 'tools'}), both = make('div', work, {'class': 'panes'});
  var says = make('div', work, {'class': 'about says-row', role: 'status'}, 'Keys in a list: arrows, n and N for the next hottest, w for what an instruction waits for and W for what waits for it, / to search, right and left to fold, Enter for the other list.'), stalls = [];
  box.insertBefore(work, box.querySelector('.hot'));
  c.columns.forEach(function (x, i) { if (x.kind === 'stall') stalls.push(i); });

  function label_of(i) { var x = c.columns[i]; return x.brief || (i === c.executed && shown.few ? 'Executed' : x.label); }
  function value(r, i) { return r.code ? (self ? r.own : r.all)[i] : undefined; }
  function waits(r) {
    var sum = 0, most = 0, which = -1;
    stalls.forEach(function (i) {
      var v = value(r, i) || 0;
      sum += v;
      if (v > most) { most = v; which = i; }
    });
    return which < 0 ? '' : c.columns[which].label.replace('Stall: ', '') + ' ' + Math.round(100 * most / sum) + '%';
  }
  function warm(r) { return +value(r, heat) || 0; }
  /* Against the baseline: how the heat differs; null: it is not known. */
  function was(r) { return r.was ? +(self ? r.was.own : r.was.all)[heat] || 0 : 0; }
  function difference(r) { return !r.code && !r.was ? 0 : c.lacks.indexOf(heat) >= 0 ? null : warm(r) - was(r); }
  function signed(v) { return (v > 0 ? '+' : '') + amount(v); }
  function against(r) {
    var v = difference(r);
    return !r.code && !r.was ? '' : r.code && !r.was ? 'new' : v === null ? '?' : v ? signed(v) : '';
  }
  function share(r) {
    var v = value(r, heat), x = c.columns[heat];
    if (v === undefined) return r.code && r.kind === 'I' && x.kind !== 'ratio' ? '0.0%' : r.code && x.kind !== 'ratio' ? '0.0%' : '';
    return x.kind === 'ratio' ? amount(v) : (100 * v / x.sum).toFixed(1) + '%';
  }
  function cell(r, i) {
    var v = value(r, i), x = c.columns[i];
    if (v === undefined) return !r.code || x.kind === 'text' || (x.kind === 'ratio' && r.kind !== 'I') ? '' : '0';
    return typeof v === 'string' ? v : amount(v);
  }

  /* Which columns: heat, those that are chosen in the order of the sections, what warps wait for. */
  var most = stalls.filter(function (i) { return c.columns[i].brief !== 'selected'; }).sort(function (i, j) { return c.columns[j].sum - c.columns[i].sum; }).slice(0, 3), few = [];
  c.columns.forEach(function (x, i) { if (x.name === 'smsp__pcsamp_sample_count') few.push(i); });
  few = few.concat(most, c.executed === undefined ? [] : c.executed);
  var least = [most[2], c.executed, most[1], 'live', few[0], most[0], 'cause'];
  function list() { return shown.few ? few : c.columns.map(function (x, i) { return i; }).filter(function (i) { return shown[i]; }); }
  function preset(what) {
    shown = {few: what === 'few', live: true, cause: true, waits: what !== 'few' && stalls.length > 0};
    c.columns.forEach(function (x, i) { shown[i] = what === 'few' ? few.indexOf(i) >= 0 : what === 'all' || x.shown === 1; });
  }
  /* As chosen in another kernel: a word, or names. */
  function take() {
    preset(typeof picked === 'string' ? picked : 'few');
    if (!picked || typeof picked === 'string') return;
    shown = {few: false};
    picked.forEach(function (n) { if (/^(live|cause|waits)$/.test(n)) shown[n] = true; });
    c.columns.forEach(function (x, i) { shown[i] = picked.indexOf(x.name) >= 0; });
  }
  take();
  function has(p, what) { return what === 'diff' ? !!c.baseline : shown[what] && (what === 'live' ? p.mode().id === 'sass' && c.instructions.some(function (r) { return r.live !== undefined; }) : what === 'cause' ? c.any_cause : stalls.length > 0); }
  c.any_cause = c.instructions.some(function (r) { return r.blames.length > 0; });
  /* Columns that are no counters: title, what it says, width in characters, text and key of a row. */
  var extra = {
    diff: {text: against, key: function (r) { return difference(r) || 0; }},
    waits: {title: 'Waits for', about: 'The reason with most samples', text: waits, key: waits},
    live: {title: 'Live', about: 'Live registers', text: function (r) { return r.live === undefined ? '' : String(r.live); }, key: function (r) { return r.live === undefined ? -1 : r.live; }},
    cause: {title: 'Cause', about: 'What makes warps wait here: ncurep why', text: c.cause_text, key: c.cause_text}
  };
  function which() { return c.baselines.length > 1 ? ' ' + (c.which + 1) : ''; }
  function name_diff() {
    extra.diff.title = 'Diff' + which();
    extra.diff.about = c.baseline ? 'Against result ' + c.baseline[1] + ' of ' + c.baseline[0] + ', of what rows are hot by' : '';
  }
  name_diff();

  function Pane(modes, first) {
    var p = this, top = make('div', make('div', both, {'class': 'pane'}), {'class': 'top'}), height, template;
    var label = make('label', top, {}, 'Show '), select = make('select', label, {});
    var grid = make('div', top.parentNode, {'class': 'grid', tabindex: '0', role: 'treegrid'}), head = make('div', grid, {role: 'row', 'class': 'head', 'aria-rowindex': 1});
    var body = make('div', grid, {'class': 'body', role: 'rowgroup'}), note = make('p', top, {'class': 'note'});
    p.grid = grid;
    p.open = {};
    p.sort = null; /* {by: column or 'heat', down: } */
    p.hits = [];
    modes.forEach(function (m) { make('option', select, {value: m.id}, m.label); });
    function mode() { return modes.filter(function (m) { return m.id === select.value; })[0]; }
    function ordered(rows) {
      if (!p.sort) return rows;
      var by = p.sort.by === 'heat' ? heat : p.sort.by, sign = p.sort.down ? -1 : 1;
      function key(r) { if (by === 'text') return c.text(r).trim(); if (extra[by]) return extra[by].key(r); var v = value(r, by); return v === undefined ? c.columns[by].kind === 'text' ? '' : 0 : v; }
      return rows.map(function (r, i) { return {r: r, i: i, k: key(r)}; }).sort(function (x, y) {
        return x.k < y.k ? -sign : x.k > y.k ? sign : x.i - y.i;
      }).map(function (x) { return x.r; });
    }
    p.show = function (id) { select.value = id; p.fill(); };
    p.mode = mode;
    p.modes = modes;
    p.fill = function () {
      var rows = mode().rows(), items = [];
      if (p.sort) rows = rows.filter(function (r) { return r.code || (p.sort.by === 'diff' && r.was); });
      function add(r, depth) {
        items.push({r: r, depth: depth});
        if (r.kids.length && p.open[c.key(r)]) ordered(r.kids).forEach(function (x) { add(x, depth + 1); });
      }
      ordered(rows).forEach(function (r) { add(r, 0); });
      p.items = items;
      note.textContent = mode().note || '';
      p.long = items.reduce(function (m, x) { return Math.max(m, c.text(x.r).replace(/\t/g, '    ').length + 2 * x.depth + (x.depth || mode().id === 'all' ? c.place(x.r).length : 0)); }, 0);
      p.most = items.reduce(function (m, x) { return Math.max(m, warm(x.r)); }, 0);
      p.measure();
      p.look();
      p.size();
    };
    /* The width of a digit. */
    function unit() {
      var x = make('span', body, {style: 'position:absolute;width:100ch'}), w = x.getBoundingClientRect().width / 100;
      body.removeChild(x);
      return w || 8;
    }
    /* Columns are as wide as their figures, which are never clipped, and as the words of their titles. */
    p.measure = function () {
      p.cols = list().map(function (i) {
        var x = c.columns[i], top = 0, wide = x.brief ? x.brief.length : Math.min(14, Math.max.apply(null, label_of(i).split(' ').map(function (w) { return w.length; })));
        p.items.forEach(function (o) {
          var v = value(o.r, i);
          if (typeof v === 'string' || v % 1) wide = Math.max(wide, cell(o.r, i).length);
          else if (v > top) top = v;
        });
        return {i: i, wide: Math.max(wide, amount(top).length) + 2};
      });
      p.wide = {live: 4};
      ['diff', 'waits', 'cause'].forEach(function (w) { p.wide[w] = has(p, w) ? Math.ceil((w === 'diff' ? 1 : .88) * p.items.reduce(function (m, o) { return Math.max(m, extra[w].text(o.r).length); }, extra[w].title.length)) : 0; });
      p.first = Math.max(5, mode().number.length, p.items.reduce(function (m, x) { return Math.max(m, x.r.kind === 'I' || x.r.of === 'I' ? x.r.line.toString(16).length : String(x.r.line).length); }, 0)) + 2;
      p.own = (narrow.matches ? ['diff', 'cause'] : ['diff', 'waits', 'live', 'cause']).filter(function (w) { return has(p, w); });
      p.side = mode().id === 'sass' && !narrow.matches;
    };
    p.size = function () {
      var was = height, top = grid.scrollTop;
      height = narrow.matches ? 42 : 21;
      p.room = 0;
      var code = shown.few ? 10 : Math.max(14, Math.min(120, p.long + 4) * .46), width, gone = 0, room = shown.few ? (grid.clientWidth || 340) / unit() - (narrow.matches ? 0 : 28) : Infinity;
      function total() {
        return p.fits.reduce(function (m, x) { return m + x.wide; }, p.first + 9) + p.more.reduce(function (m, w) { return m + p.wide[w] + 2; }, 0) + (p.side ? 4 : 0);
      }
      /* What has no room goes, the least telling first, the cause only where code has next to none; who chooses columns gets them. */
      p.fits = p.cols;
      p.more = p.own;
      while ((width = total()) > room + (gone === 6 && !narrow.matches ? 8 : 0) && gone < least.length) {
        var off = least[gone++];
        p.fits = p.fits.filter(function (x) { return x.i !== off; });
        p.more = p.more.filter(function (w) { return w !== off; });
      }
      template = p.first + 'ch 9ch' + p.fits.map(function (x) { return ' ' + x.wide + 'ch'; }).join('') + p.more.map(function (w) { return ' ' + (p.wide[w] + 2) + 'ch'; }).join('') +
        (p.side ? ' 4ch' : '') + (narrow.matches ? ' minmax(0, 1fr)' : ' minmax(' + code + 'rem, 1fr)');
      body.style.height = p.items.length * height + 'px';
      if (was && was !== height) grid.scrollTop = top / was * height; /* the same rows stay in view */
      grid.style.setProperty('--wide', 'calc(' + width + 'ch + ' + (narrow.matches ? 0 : code) + 'rem)');
      grid.setAttribute('aria-rowcount', p.items.length + 1);
      grid.setAttribute('aria-label', mode().label);
      head.style.gridTemplateColumns = template;
      heads();
      p.draw();
    };
    function title(text, by, what, of) {
      var x = make('span', head, {role: 'columnheader', title: what}), b = make('button', x, {type: 'button', tabindex: '-1'}, text), on;
      if (of) x.className = of;
      on = p.sort ? p.sort.by === by : by === null;
      if (on) x.setAttribute('aria-sort', p.sort && p.sort.down ? 'descending' : 'ascending');
      b.addEventListener('click', function () {
        p.sort = by === null ? null : {by: by, down: !(p.sort && p.sort.by === by && p.sort.down)};
        grid.scrollTop = 0;
        p.fill();
      });
    }
    function heads() {
      head.textContent = '';
      title(mode().number, null, 'In their order');
      title(c.columns[heat].kind === 'ratio' ? 'Value' : 'Share', 'heat', 'Of ' + c.columns[heat].label + ', by which rows are hot');
      p.fits.forEach(function (x) { var i = x.i; title(label_of(i), i, (c.columns[i].group ? c.columns[i].group + ': ' : '') + c.columns[i].label + ' (' + c.columns[i].name + ')'); });
      p.more.forEach(function (w) { title(extra[w].title, w, extra[w].about, w === 'live' || w === 'diff' ? '' : 't'); });
      if (p.side) make('span', head, {role: 'columnheader', 'class': 'side-by', title: 'Who waits for whom'});
      title(mode().what, 'text', 'By text', 't c');
    }
    /* A bracket of each loop around an instruction, with its share where it begins. */
    function loops(r, of) {
      if (p.sort) return;
      r.loops.forEach(function (l) {
        var said = 'Loop ' + hex(c.instructions[l.first].line) + ' to ' + hex(c.instructions[l.last].line) + ': ' + (100 * l.samples / c.columns[c.heat].sum).toFixed(1) + '%';
        make('i', of, {'class': 'loop', title: said}, l.first === l.last ? '[' : r.index === l.first ? '\u250c' : r.index === l.last ? '\u2514' : '\u2502');
        if (r.index === l.first) make('i', of, {'class': 'part', title: said}, (100 * l.samples / c.columns[c.heat].sum).toFixed(0) + '% ');
      });
    }
    /* Arrows to what an instruction waits for, and from what waits for it. */
    function arrows() {
      var r = over && over.kind === 'I' ? over : chosen, cellof, x, svg, NS = 'http://www.w3.org/2000/svg', low = grid.scrollTop - 2 * height, high = grid.scrollTop + grid.clientHeight + 2 * height, n = 0;
      if (!p.side || p.sort || !r || r.kind !== 'I' || !(cellof = body.querySelector('.side-by'))) return;
      x = cellof.offsetLeft + cellof.offsetWidth + 3;
      svg = document.createElementNS(NS, 'svg');
      svg.setAttribute('class', 'arrows');
      svg.setAttribute('aria-hidden', 'true');
      function middle(o) { return Math.max(low, Math.min(high, (p.at(o) + .5) * height)); }
      function path(from, to, of) {
        var a = middle(from), b = middle(to), out = x - 9 - 4 * (n++ % 6), e = document.createElementNS(NS, 'path');
        e.setAttribute('class', of);
        e.setAttribute('d', 'M' + x + ' ' + a + 'H' + out + 'V' + b + 'H' + (x - 1) + 'm-5 -3l5 3l-5 3');
        svg.appendChild(e);
      }
      r.needs.forEach(function (o) { path(o, r, 'needs'); });
      r.waiters.forEach(function (o) { path(r, o, 'waiters'); });
      body.appendChild(svg);
    }
    /* Indentation takes at most half of the room where there is too little: of a line deep in loops the code must be seen. */
    function indented(text, of) {
      var deep = /^\s*/.exec(text)[0].replace(/\t/g, '    ').length, over, x;
      if (!p.room) {
        x = make('i', of, {style: 'position:absolute;width:100ch'});
        p.room = Math.floor(100 * (of.clientWidth - 13) / (x.getBoundingClientRect().width || 1));
        of.removeChild(x);
      }
      text = text.replace(/^\s*/, new Array(deep + 1).join(' '));
      over = Math.min(deep - Math.floor(p.room / 2), text.length - p.room);
      return over > 0 ? text.slice(over) : text;
    }
    function text(r, depth, of) {
      if (r.kind === 'I') loops(r, of); /* outside of what some rows have */
      if (c.marks[c.anchor(r)]) make('em', of, {'class': c.marks[c.anchor(r)][0][1]}, c.marks[c.anchor(r)][0][1] + ' ');
      if (r.kind === 'L' || r.kind === 'C') make('b', of, {'aria-hidden': 'true', 'class': r.kids.length ? 'fold' : 'even'}, !r.kids.length ? '' : p.open[c.key(r)] ? '\u25be' : '\u25b8');
      if (depth || mode().id === 'all') {
        make('i', of, {}, new Array(depth + 1).join('  ') + (depth ? '\u21b3 ' : '') + c.place(r) + '  ');
        of.appendChild(d.createTextNode(c.text(r).replace(/^\s+/, '')));
      } else {
        if (r.first) make('b', of, {}, r.where + ' ');
        if (r.label) make('i', of, {'class': 'label'}, 'L' + hex(r.line) + ': ');
        of.appendChild(d.createTextNode(indented(c.text(r), of)));
        if (r.to) make('i', of, {'class': 'label to', 'data-to': r.to.index}, ' \u2192 L' + hex(r.to.line));
        if (r.memory) make('i', of, {'class': 'mem'}, '  ' + r.memory);
      }
    }
    p.draw = function () {
      var from = Math.max(0, Math.floor(grid.scrollTop / height) - 8), to = Math.min(p.items.length, from + Math.ceil((grid.clientHeight || 600) / height) + 16), i, x, r, e, v, key;
      body.textContent = '';
      grid.removeAttribute('aria-activedescendant');
      for (i = from; i < to; i++) {
        x = p.items[i];
        r = x.r;
        key = c.key(r);
        e = make('div', body, {role: 'row', 'aria-rowindex': i + 2, 'aria-level': x.depth + 1, id: k + '-' + p.id + i,
          'class': 'r' + (chosen === r ? ' sel' : '') + (related[key] ? ' on' : '') + (near[key] ? ' over' : '') + (p.hit[i] ? ' hit' : '') + (r.code ? '' : ' no') + (r.kind === 'G' ? ' gone' : '')});
        if (chosen === r) {
          e.setAttribute('aria-selected', 'true');
          if (p === active) grid.setAttribute('aria-activedescendant', e.id);
        }
        if (r.kids.length) e.setAttribute('aria-expanded', String(!!p.open[key]));
        e.style.top = i * height + 'px';
        e.style.height = height + 'px';
        e.style.gridTemplateColumns = template;
        e.index = i;
        make('span', e, {role: 'gridcell', 'class': 'n'}, r.kind === 'I' || r.of === 'I' ? r.line.toString(16) : x.depth ? '' : r.line || '');
        v = make('span', e, {role: 'gridcell'}, share(r));
        if (warm(r) > 0) { v.className = 'h'; v.style.setProperty('--h', String(Math.round(100 * warm(r) / p.most))); }
        p.fits.forEach(function (y) { make('span', e, {role: 'gridcell'}, cell(r, y.i)); });
        p.more.forEach(function (w) {
          var x = make('span', e, {role: 'gridcell', 'class': w === 'live' || w === 'diff' ? '' : 't w'}, extra[w].text(r)), of = w === 'cause' ? c.cause(r) : null;
          if (!of) return;
          x.title = c.kinds[of.kind][1] + (of.by ? ': ' + hex(of.by.line) + ' ' + of.by.text : '');
          if (of.by) x.setAttribute('data-to', of.by.index);
        });
        if (p.side) make('span', e, {role: 'gridcell', 'class': 'side-by'});
        v = make('span', e, {role: 'gridcell', 'class': 't c', title: (x.depth && r.where ? r.where + '\n' : '') + c.text(r).trim()});
        text(r, x.depth, v);
      }
      arrows();
    };
    p.at = function (r) {
      for (var i = 0; i < p.items.length; i++) if (p.items[i].r === r) return i;
      return -1;
    };
    p.reveal = function (i) {
      var y = i * height, h = grid.clientHeight - head.offsetHeight;
      if (y < grid.scrollTop || y + height > grid.scrollTop + h) grid.scrollTop = Math.max(0, y - h / 3);
      p.draw();
    };
    /* Shows the first relative of what is chosen, unless one is in view; else the hottest row, if nothing is. */
    p.follow = function () {
      var i, first = -1, from = grid.scrollTop, to = from + grid.clientHeight - head.offsetHeight - height, seen = false;
      for (i = 0; i < p.items.length; i++) {
        if (chosen ? !related[c.key(p.items[i].r)] : !(warm(p.items[i].r) > 0 && warm(p.items[i].r) === p.most)) continue;
        if (first < 0) first = i;
        seen = seen || (i * height >= from && i * height <= to);
      }
      if (first >= 0 && !seen) p.reveal(first); else p.draw();
    };
    p.fold = function (r, on) {
      p.open[c.key(r)] = on;
      p.fill();
    };
    /* Rows in which the words of the search are. */
    p.look = function () {
      p.hit = {};
      p.hits = [];
      var words = search.value.toLowerCase();
      if (words) p.items.forEach(function (x, i) {
        var r = x.r, of = c.text(r) + '\n' + (r.kind === 'I' || r.kind === 'P' ? '' : c.place(r)) + '\n' + (x.depth ? r.where : '');
        if (of.toLowerCase().indexOf(words) >= 0) { p.hit[i] = true; p.hits.push(i); }
      });
      if (p === active) said.textContent = words ? p.hits.length + ' of ' + p.items.length + ' rows' : '';
    };
    select.addEventListener('change', function () {
      p.open = {};
      active = p;
      grid.scrollTop = 0;
      p.fill();
      p.follow();
    });
    grid.addEventListener('scroll', function () { p.draw(); }, {passive: true});
    grid.addEventListener('focus', function () { active = p; p.look(); if (!chosen || p.at(chosen) < 0) p.draw(); });
    grid.addEventListener('mouseover', function (e) {
      var row = e.target.closest('.r'), r = row ? p.items[row.index].r : null;
      if (r === over) return;
      over = r;
      near = r ? c.related(r) : {};
      paint();
    });
    grid.addEventListener('mouseleave', function () { over = null; near = {}; paint(); });
    grid.addEventListener('click', function (e) {
      var row = e.target.closest('.r'), r;
      if (!row) return;
      r = p.items[row.index].r;
      if (e.target.closest('.fold')) p.fold(r, !p.open[c.key(r)]);
      if (e.target.closest('[data-to]')) r = c.instructions[e.target.closest('[data-to]').getAttribute('data-to')];
      choose(p, r);
    });
    grid.addEventListener('keydown', function (e) {
      var i = chosen ? p.at(chosen) : -1, page = Math.max(1, Math.floor(grid.clientHeight / height) - 2), to = -1, r = i >= 0 ? p.items[i].r : null, other;
      if (e.ctrlKey || e.metaKey || e.altKey || e.target !== grid) return;
      if (e.key === 'ArrowDown') to = i + 1;
      else if (e.key === 'ArrowUp') to = i - 1;
      else if (e.key === 'PageDown') to = i + page;
      else if (e.key === 'PageUp') to = i - page;
      else if (e.key === 'Home') to = 0;
      else if (e.key === 'End') to = p.items.length - 1;
      else if (e.key === 'n' || e.key === 'N') next(e.key === 'n' ? 1 : -1);
      else if (e.key === '/') search.focus();
      else if (e.key === 'w' && r && r.kind === 'I' && r.needs.length) choose(p, r.blames.length && r.blames[0].by !== r ? r.blames[0].by : r.needs[0]);
      else if (e.key === 'W' && r && r.kind === 'I' && r.waiters.length) choose(p, r.waiters[0]);
      else if (e.key === 'ArrowRight' && r && r.kids.length) p.fold(r, true);
      else if (e.key === 'ArrowLeft' && r && p.open[c.key(r)]) p.fold(r, false);
      else if (e.key === 'ArrowLeft' && r && r.kind === 'C' && r.up && p.at(r.up) >= 0) choose(p, r.up);
      else if (e.key === 'Enter' && r) {
        other = panes.filter(function (x) { return x !== p; })[0];
        if (!other) return;
        for (to = 0; to < other.items.length && !related[c.key(other.items[to].r)]; to++) {}
        if (to === other.items.length) return;
        other.grid.focus();
        choose(other, other.items[to].r);
        to = -1;
      } else return;
      e.preventDefault();
      if (to >= 0 && p.items.length) choose(p, p.items[Math.min(to, p.items.length - 1)].r);
    });
    p.id = 'p' + panes.length + '-';
    panes.push(p);
    select.value = first;
  }

  function paint() { panes.forEach(function (p) { p.draw(); }); }

  /* Where there are several baselines, links choose one: the address of what is seen, against that. */
  var several = c.baselines.length > 1, first = c.which, ways = several ? make('p', null, {'class': 'about vs ways'}, 'Difference from ') : null;
  if (several) work.insertBefore(ways, both);
  c.baselines.forEach(function (x, n) {
    var e = several && make(x ? 'a' : 'span', ways, {'data-n': n});
    if (!e) return;
    make('i', e, {'class': 'c' + (n + 2)});
    e.appendChild(d.createTextNode(n + 1 + ' ' + (x ? x[0] + ', ' + x[1] : 'no such kernel')));
  });
  function place(n) { return k + (chosen && (n === c.which || chosen.kind !== 'G') ? '-' + c.anchor(chosen) : 'src') + (n === first ? '' : '~' + (n + 1)); }
  function links() {
    if (several) each('a', function (a) {
      var n = +a.getAttribute('data-n');
      a.href = '#' + place(n);
      a.setAttribute('aria-current', n === c.which);
    }, ways);
  }
  box.compare = function (n) {
    var was = c.which;
    c.compare(n);
    if (chosen && chosen.kind === 'G') chosen = null;
    links();
    if (was === c.which) return;
    name_diff();
    panes.forEach(function (p) { p.fill(); });
    if (chosen) tell(chosen);
  };

  /* A row is chosen: its relatives are marked in the other list, its address is that of the page. */
  function choose(p, r, quiet) {
    active = p;
    chosen = r;
    related = c.related(r);
    if (p.at(r) < 0) p.fill();
    p.reveal(Math.max(0, p.at(r)));
    panes.forEach(function (o) { if (o !== p) o.follow(); });
    tell(r);
    paint();
    links();
    if (!quiet) history.replaceState(history.state, '', '#' + place(c.which));
  }

  function tell(r) {
    var x, marks = c.marks[c.anchor(r)] || [], first = true;
    says.textContent = '';
    make('b', says, {}, r.kind === 'G' ? 'Gone since' + (which() ? '' : ' the') + ' baseline' + which() : r.kind === 'I' ? 'Instruction ' + r.line.toString(16) : r.kind === 'P' ? 'PTX line ' + r.line : c.place(r));
    if (r.code) make('span', says, {}, ' \u00b7 ' + share(r) + ' of ' + c.columns[heat].label + (waits(r) ? ', waits for ' + waits(r) : '') + (r.kind === 'I' ? '' : ', ' + c.count(r) + (c.count(r) === 1 ? ' instruction' : ' instructions')));
    if (c.baseline && (r.code || r.was)) make('span', says, {'class': 'by'}, (!r.was ? 'not in' : 'in') + (which() ? '' : ' the') + ' baseline' + which() + (!r.was ? '' : ' at ' + (r.kind === 'I' || r.of === 'I' ? hex(r.was.line) : 'line ' + r.was.line) + ': ' + (c.lacks.indexOf(heat) >= 0 ? 'not known' : amount(was(r)) + ' ' + c.columns[heat].label)));
    make('code', says, {}, c.text(r).trim());
    if (r.kind === 'I') tell_waits(r);
    for (x = r.kind === 'I' ? r.up : r.kind === 'C' ? r.up : null; x; x = x.up) {
      make('span', says, {'class': 'by'}, (first && r.kind === 'I' ? 'from ' : 'inlined at ') + c.place(x) + (x.where ? ' in ' + x.where : ''));
      first = false;
    }
    marks.forEach(function (m) {
      var e = make('span', says, {'class': m[1] + ' at'});
      make('span', e, {'class': 'tag'}, m[1]);
      e.appendChild(d.createTextNode(' ' + m[2]));
    });
  }

  /* Links both ways: what it waits for and why, what waits for it. */
  function tell_waits(r) {
    var line;
    function and(text) { line.appendChild(d.createTextNode((line.firstChild.nextSibling ? '; ' : '') + text)); }
    function link(o, more) {
      and('');
      var b = make('button', line, {type: 'button', 'class': 'link'}, hex(o.line) + ' ' + o.text.split(' ').slice(0, o.text.charAt(0) === '@' ? 2 : 1).join(' '));
      b.addEventListener('click', function () { choose(panes[panes.length - 1], o); });
      line.appendChild(d.createTextNode(more));
    }
    function part(x) { return c.kinds[x.kind][1] + (x.proof === 2 ? ', no producer found' : '') + ' (' + amount(Math.round(x.samples)) + ')'; }
    if (r.needs.length || r.blames.length) {
      line = make('span', says, {'class': 'by'}, 'waits for ');
      r.blames.slice(0, 4).forEach(function (x) { if (x.by === r) and(part(x)); else link(x.by, ' ' + part(x)); });
      r.needs.filter(function (o) { return !r.blames.some(function (x) { return x.by === o; }); }).slice(0, 6).forEach(function (o) { link(o, ''); });
    }
    if (r.waiters.length) {
      line = make('span', says, {'class': 'by'}, 'waited for by ');
      r.waiters.slice(0, 8).forEach(function (o) { link(o, ''); });
    }
    if (r.live !== undefined || r.memory) make('span', says, {'class': 'by'}, (r.live !== undefined ? r.live + ' live registers' : '') + (r.memory ? (r.live !== undefined ? ', ' : '') + r.memory : ''));
  }

  /* From the hottest on, in the list that was used last. */
  function next(step) {
    var hot = active.items.map(function (x) { return x.r; }).filter(function (r) { return warm(r) > 0; }), at;
    hot = hot.map(function (r, i) { return {r: r, i: i}; }).sort(function (x, y) { return warm(y.r) - warm(x.r) || x.i - y.i; });
    if (!hot.length) return;
    for (at = 0; at < hot.length && hot[at].r !== chosen; at++) {}
    at = at === hot.length ? (step > 0 ? 0 : hot.length - 1) : (at + step + hot.length) % hot.length;
    choose(active, hot[at].r);
  }
  function seek(step) {
    var p = active, now = chosen ? p.at(chosen) : -1, hits = p.hits, i;
    if (!hits.length) return;
    if (step > 0) { for (i = 0; i < hits.length && hits[i] <= now; i++) {} i %= hits.length; }
    else for (i = hits.length - 1; i > 0 && hits[i] >= now; i--) {}
    choose(p, p.items[hits[i]].r);
    said.textContent = i + 1 + ' of ' + hits.length;
  }

  /* The row of an anchor. */
  box.go = function (id) {
    var found = null, where = null;
    function try_in(p, m) {
      if (!found) m.rows().forEach(function (r) { if (!found && c.anchor(r) === id) { found = r; where = {p: p, m: m}; } });
    }
    panes.forEach(function (p) { try_in(p, p.mode()); });
    panes.forEach(function (p) { p.modes.forEach(function (m) { try_in(p, m); }); });
    if (!found) return;
    if (where.p.mode() !== where.m) where.p.show(where.m.id);
    if (where.p.at(found) < 0) { where.p.sort = null; where.p.fill(); }
    choose(where.p, found, true);
  };

  /* What there is to choose. */
  var of = make('label', tools, {}, 'Heat '), heats = make('select', of, {}), hottest = make('button', tools, {type: 'button', title: 'Key n; N for the one before'}, 'Next hottest');
  var seeks = make('label', tools, {}, 'Search '), search = make('input', seeks, {type: 'search', placeholder: 'text, line, function', title: 'Key /; Enter for the next'}), said = make('output', tools, {});
  var alone, cols = make('details', null, {'class': 'cols'}), groups = {};
  make('summary', cols, {}, 'Columns');
  c.columns.forEach(function (x, i) {
    if (x.kind !== 'text') make('option', heats, {value: i}, x.label);
  });
  heats.value = String(heat);
  heats.addEventListener('change', function () { heat = +heats.value; panes.forEach(function (p) { p.fill(); }); if (chosen) tell(chosen); });
  hottest.addEventListener('click', function () { next(1); });
  search.addEventListener('input', function () { panes.forEach(function (p) { p.look(); p.draw(); }); });
  search.addEventListener('keydown', function (e) { if (e.key === 'Enter') { seek(e.shiftKey ? -1 : 1); e.preventDefault(); } });
  if (c.calls.some(function (r) { return r.up; })) {
    of = make('label', tools);
    alone = make('input', of, {type: 'checkbox'});
    of.appendChild(d.createTextNode(' without inlined code'));
    alone.addEventListener('change', function () { self = alone.checked; panes.forEach(function (p) { p.fill(); }); });
  }
  function box_of(i, label) {
    var l = make('label', groups.now, {}), x = make('input', l, {type: 'checkbox', 'data-c': i});
    l.appendChild(d.createTextNode(' ' + label));
    x.checked = !!shown[i];
    x.addEventListener('change', function () {
      shown[i] = x.checked;
      shown.few = false;
      keep_columns(['live', 'cause', 'waits'].filter(function (w) { return shown[w]; }).concat(list().map(function (j) { return c.columns[j].name; })));
      panes.forEach(function (p) { p.fill(); });
    });
  }
  function ticks() { each('input', function (e) { e.checked = !!shown[e.getAttribute('data-c')]; }, cols); }
  box.again = function () { take(); ticks(); panes.forEach(function (p) { p.fill(); }); };
  tools.appendChild(cols);
  [['few', 'Few'], ['sections', 'As the sections show them'], ['all', 'All']].forEach(function (x) {
    make('button', cols, {type: 'button'}, x[1]).addEventListener('click', function () {
      keep_columns(x[0] === 'few' ? null : x[0]);
      box.again();
    });
  });
  groups.now = cols;
  if (stalls.length) { box_of('cause', 'Cause'); box_of('waits', 'Waits for'); }
  box_of('live', 'Live registers');
  c.columns.forEach(function (x, i) {
    var name = x.group || 'Others';
    if (!groups[name]) { groups[name] = make('fieldset', cols); make('legend', groups[name], {}, name); }
    groups.now = groups[name];
    box_of(i, x.label);
  });

  /* Two lists where there is anything besides instructions. */
  var modes = c.files.map(function (f, i) {
    return {id: 'f' + i, label: f.name, note: f.text ? '' : 'The report has no text of this file: ncu --import-source yes stores it, ' + (location.protocol === 'about:' ? 'dropping the file adds it.' : 'ncurep html --resolve-source-file FILE adds it.'), number: 'Line', what: 'Source', rows: function () {
      var rows = [], n;
      var left = c.gone.L.filter(function (x) { return x.file && x.file.name === f.name; });
      if (!f.text) return c.with_gone(Object.keys(f.lines).map(function (x) { return f.lines[x]; }), left, true);
      for (n = 1; n <= f.last; n++) rows.push(f.lines[n] || (f.lines[n] = {kind: 'L', file: f, line: n, n: 0, code: false, kids: []}));
      return c.with_gone(rows, left, true);
    }};
  }), sass = {id: 'sass', label: 'SASS', number: 'Offset', what: 'Instruction', rows: function () { return c.with_gone(c.instructions, c.gone.I); }};
  if (modes.length) modes.push({id: 'all', label: 'All lines, with calls', number: 'Line', what: 'Source', rows: function () { return c.calls.filter(function (r) { return !r.up; }).concat(c.gone.C); }});
  if (c.ptx.length) modes.push({id: 'ptx', label: 'PTX', number: 'Line', what: 'PTX', rows: function () { return c.with_gone(c.ptx, c.gone.P, true); }});
  modes.push(sass);
  if (modes.length > 1) active = new Pane(modes, modes[0].id);
  new Pane(modes, 'sass');
  active = panes[0];
  panes.forEach(function (p) { p.fill(); p.follow(); });
  links();
  narrow.addEventListener('change', function () { panes.forEach(function (p) { p.fill(); }); });
  window.addEventListener('resize', function () { panes.forEach(function (p) { p.size(); }); });
}
/* A chart by itself, as SVG: its pictures with the style that they have here, its texts where they are. */
var LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'vector-effect', 'font-size', 'font-weight', 'text-anchor', 'rx'];
function alone(figure) {
  var NS = 'http://www.w3.org/2000/svg', box = figure.getBoundingClientRect(), out = d.createElementNS(NS, 'svg'), walk, n;
  function put(name, is, of, text) {
    var e = d.createElementNS(NS, name), k;
    for (k in is) e.setAttribute(k, is[k]);
    if (text !== undefined) e.textContent = text;
    (of || out).appendChild(e);
    return e;
  }
  function area(e, color) {
    var r = e.getBoundingClientRect();
    put('rect', {x: r.left - box.left, y: r.top - box.top, width: r.width, height: r.height, fill: color});
  }
  function seen(e) { return e.getClientRects().length > 0 && !e.closest('.save, .zoom, .note') && !(e.closest('details:not([open])') && !e.closest('summary')) && !e.closest('summary'); }
  out.setAttribute('xmlns', NS);
  out.setAttribute('width', box.width);
  out.setAttribute('height', box.height);
  out.setAttribute('viewBox', '0 0 ' + box.width + ' ' + box.height);
  out.setAttribute('role', 'img');
  out.setAttribute('font-family', 'sans-serif');
  put('title', {}, out, title_of(figure));
  area(figure, getComputedStyle(figure).backgroundColor);
  each('span:empty', function (e) { if (seen(e)) area(e, getComputedStyle(e).backgroundColor); }, figure);
  each('svg', function (svg) {
    if (!seen(svg)) return;
    var r = svg.getBoundingClientRect(), c = svg.cloneNode(true), from = svg.querySelectorAll('*'), color = getComputedStyle(svg).backgroundColor;
    if (!/, 0\)|transparent/.test(color)) area(svg, color);
    Array.prototype.forEach.call(c.querySelectorAll('*'), function (e, i) {
      if (e.tagName === 'title') return;
      var look = getComputedStyle(from[i]);
      LOOKS.forEach(function (x) { e.setAttribute(x, look.getPropertyValue(x)); });
      if (e.tagName === 'rect' && !e.hasAttribute('height')) e.setAttribute('height', look.height);
      e.removeAttribute('class');
    });
    ['class', 'role', 'aria-label', 'aria-hidden', 'data-b', 'data-u', 'data-time'].forEach(function (x) { c.removeAttribute(x); });
    c.setAttribute('x', r.left - box.left);
    c.setAttribute('y', r.top - box.top);
    c.setAttribute('width', r.width);
    c.setAttribute('height', r.height);
    out.appendChild(c);
  }, figure);
  /* Words that stand in one line are one text. */
  walk = d.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  while ((n = walk.nextNode())) {
    var e = n.parentNode, words = /\S+/g, m, range = d.createRange(), line = null, r;
    if (!n.data.trim() || e.closest('svg') || !seen(e)) continue;
    while ((m = words.exec(n.data))) {
      range.setStart(n, m.index);
      range.setEnd(n, m.index + m[0].length);
      r = range.getClientRects()[0];
      if (!r) continue;
      if (line && Math.abs(line.top - r.top) < 2) { line.at.textContent += ' ' + m[0]; continue; }
      var look = getComputedStyle(e), size = parseFloat(look.fontSize);
      line = {top: r.top, at: put('text', {x: r.left - box.left, y: r.top - box.top + r.height / 2 + size * .36, fill: look.color, 'font-size': size, 'font-weight': look.fontWeight}, out, m[0])};
    }
  }
  return new XMLSerializer().serializeToString(out);
}
function title_of(figure) {
  var said = figure.querySelector('figcaption'), of = figure.closest('section');
  return said ? said.textContent : of && of.querySelector('h3') ? of.querySelector('h3').textContent : 'Chart';
}

/* To the clipboard, else a file. */
function hand(blob, name, done) {
  function save() {
    var a = make('a', d.body, {href: URL.createObjectURL(blob), download: name});
    a.click();
    a.parentNode.removeChild(a);
    done('Saved');
  }
  var item = {};
  item[blob.type] = blob;
  try {
    if (blob.type === 'image/svg+xml' && !(ClipboardItem.supports && ClipboardItem.supports(blob.type))) save();
    else navigator.clipboard.write([new ClipboardItem(item)]).then(function () { done('Copied'); }, save);
  } catch (x) { save(); }
}
d.addEventListener('click', function (e) {
  var b = e.target.closest && e.target.closest('button[data-as]'), figure, svg, image, name, was;
  if (!b) return;
  was = b.getAttribute('data-as');
  figure = b.closest('figure');
  name = title_of(figure).replace(/[^\w.-]+/g, '-').slice(0, 60) + '.' + was.toLowerCase();
  function done(word) {
    b.textContent = word;
    setTimeout(function () { b.textContent = was; }, 2000);
  }
  svg = new Blob([alone(figure)], {type: 'image/svg+xml'});
  if (was === 'SVG') { hand(svg, name, done); return; }
  image = new Image();
  image.onload = function () {
    var canvas = make('canvas', null, {width: 2 * image.width, height: 2 * image.height});
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    canvas.toBlob(function (x) { hand(x, name, done); }, 'image/png');
  };
  image.onerror = function () { done('Not here'); };
  image.src = URL.createObjectURL(svg);
});

/* Over the page, and back: the same button, or Escape. */
function enlarge(figure) {
  var b = figure.querySelector('[aria-pressed]'), on = figure.classList.toggle('large');
  b.setAttribute('aria-pressed', String(on));
  b.textContent = on ? 'Back' : 'Enlarge';
  b.focus();
}
d.addEventListener('keydown', function (e) {
  var figure = e.key === 'Escape' && d.querySelector('.large');
  if (figure) enlarge(figure);
});

/* What the charts of a part of the page can do with a script: be copied, enlarged, and timelines be looked at more closely. */
function equip(figure) {
  if (figure.querySelector('.save')) return;
  var save = make('span', null, {'class': 'save'});
  ['SVG', 'PNG'].forEach(function (x) {
    make('button', save, {type: 'button', 'data-as': x, title: 'Copy this chart as ' + x, 'aria-label': 'Copy as ' + x + ': ' + title_of(figure)}, x);
  });
  figure.insertBefore(save, figure.firstChild);
  if (figure.querySelector(':scope > svg')) {
    make('button', save, {type: 'button', 'aria-pressed': 'false', 'aria-label': 'Enlarge: ' + title_of(figure)}, 'Enlarge').addEventListener('click', function () { enlarge(figure); });
  }
  if (!figure.classList.contains('timeline')) return;
  each('.rows', function (x) { x.tabIndex = 0; x.setAttribute('role', 'group'); x.setAttribute('aria-label', 'Rows; left and right move a cursor'); }, figure);
  var zoom = make('span', save, {'class': 'zoom', role: 'group', 'aria-label': 'Time'});
  [['+', 'Closer'], ['\u2212', 'Less close'], ['\u2190', 'Earlier'], ['\u2192', 'Later'], ['All', 'All of the time']].forEach(function (x) {
    make('button', zoom, {type: 'button', title: x[1], 'aria-label': x[1]}, x[0]);
  });
}
/* Occupancy of a launch as it is, and as one wants it. Registers are given out by 8 a thread and 256 a warp, shared memory by 128 bytes
   (256 before compute capability 8.0), as the profiler does: its own limits and curves are those that a test compares. */
function occupancy(c, block, registers, shared) {
  var warps = Math.ceil(block / c.warp), schedulers = c.schedulers || 4, own = Math.ceil(Math.ceil(registers / 8) * 8 * c.warp / 256) * 256;
  var unit = c.major >= 8 ? 128 : 256, bytes = Math.ceil((shared + (c.driver || 0)) / unit) * unit, all = {Blocks: c.blocks, Warps: Math.floor(c.warps / warps)}, least, ok;
  if (own) all.Registers = Math.floor(Math.floor(c.file / schedulers / own) * schedulers / warps);
  if (bytes) all['Shared memory'] = bytes > c.config ? +(bytes <= c.mostShared) : Math.floor(c.config / bytes);
  if (c.byBarriers !== undefined) all.Barriers = c.byBarriers;
  ok = block >= 1 && block <= c.mostBlock && !(registers > c.mostRegisters) && !(shared > c.mostBlockShared);
  least = ok ? Math.min.apply(null, Object.keys(all).map(function (k) { return all[k]; })) : 0;
  return {limits: all, blocks: least, warps: least * warps, part: 100 * least * warps / c.warps, ok: ok};
}
function calculator(box) {
  var c = {}, most, fields, form, out, curves, names = [['block', 'Block size', 'threads'], ['registers', 'Registers', 'a thread'], ['shared', 'Shared memory', 'bytes a block']];
  if (box.fields) return;
  Object.keys(box.dataset).forEach(function (k) { c[k] = +box.dataset[k]; });
  c.shared -= c.driver || 0;
  /* Old versions of the profiler reckon with all of the shared memory. */
  most = Object.assign({}, c, {config: c.mostShared});
  if (occupancy(most, c.block, c.registers, c.shared).limits['Shared memory'] === c.byShared) c = most;
  box.textContent = '';
  form = make('div', box, {'class': 'tools'});
  box.fields = fields = names.map(function (n) {
    var label = make('label', form, {}, n[1] + ' '), x = make('input', label, {type: 'number', min: n[0] === 'block' ? 1 : 0, value: c[n[0]]});
    label.appendChild(d.createTextNode(' ' + n[2]));
    x.addEventListener('input', draw);
    return x;
  });
  make('button', form, {type: 'button'}, 'As launched').addEventListener('click', function () { fields.forEach(function (x, i) { x.value = c[names[i][0]]; }); draw(); });
  out = make('div', box);
  curves = make('div', box, {'class': 'cards'});
  function curve(i, now) {
    var most = [c.mostBlock, c.mostRegisters || 255, c.mostBlockShared || c.mostShared][i], step = [c.warp, 1, Math.max(128, Math.ceil(most / 400 / 128) * 128)][i], points = [], v, x, figure, svg, at, y;
    function px(v) { return 40 + 400 * Math.min(1, v / most); }
    for (v = i === 0 ? step : 0; v <= most; v += step) {
      x = now.slice();
      x[i] = v;
      y = 10 + 1.5 * (100 - occupancy(c, x[0], x[1], x[2]).part);
      points.push(px(v - (i === 0 ? step : 0)) + ',' + y, px(v) + ',' + y);
    }
    at = occupancy(c, now[0], now[1], now[2]).part;
    figure = make('figure', curves, {'class': 'card lines'});
    make('figcaption', figure, {}, 'Occupancy by ' + names[i][1].toLowerCase());
    figure.insertAdjacentHTML('beforeend', '<svg viewBox="0 0 460 190" role="img" aria-label="' + Math.round(at) + ' % now"><path class="g" d="M40 10H440M40 85H440M40 160H440"/><g class="e"><text x="36" y="14">100%</text><text x="36" y="89">50%</text><text x="36" y="164">0%</text></g>' +
      '<g class="m"><text x="40" y="178">0</text><text x="240" y="178">' + Math.round(most / 2) + '</text><text x="436" y="178">' + most + '</text></g><polyline class="l c1" points="' + points.join(' ') + '"/><circle class="dot c2" r="4" cx="' + px(now[i]) + '" cy="' + (10 + 1.5 * (100 - at)) + '"/></svg>');
  }
  function draw() {
    var now = fields.map(function (x) { return Math.max(0, Math.floor(+x.value) || 0); }), r = occupancy(c, now[0], now[1], now[2]), was = occupancy(c, c.block, c.registers, c.shared);
    var table, grid = Math.ceil(c.grid * c.block / Math.max(1, now[0])), own = {Blocks: c.blocks, Warps: c.byWarps, Registers: c.byRegisters, 'Shared memory': c.byShared, Barriers: c.byBarriers};
    function row(name, a, b, mark) {
      var tr = make('tr', table);
      make('th', tr, {}, name);
      make('td', tr, {}, a);
      make('td', tr, mark ? {'class': 'same'} : {}, b);
    }
    out.textContent = curves.textContent = '';
    table = make('tbody', make('table', out));
    row('', 'Now', 'As launched');
    Object.keys(was.limits).forEach(function (k) {
      row('Blocks an SM by ' + k.toLowerCase() + (r.limits[k] === r.blocks && r.ok ? ', the limit' : ''), r.limits[k] === undefined ? 'none' : r.limits[k], own[k] === undefined ? was.limits[k] : own[k]);
    });
    row('Active blocks an SM', r.blocks, was.blocks);
    row('Active warps an SM', r.warps + ' of ' + c.warps, was.warps + ' of ' + c.warps);
    row('Occupancy', r.part.toFixed(1) + ' %', was.part.toFixed(1) + ' %');
    row('Waves of the same number of threads', r.blocks ? (grid / (r.blocks * c.sms)).toFixed(2) : 'none', was.blocks ? (c.grid / (was.blocks * c.sms)).toFixed(2) : 'none');
    if (!r.ok) make('p', out, {'class': 'about', role: 'status'}, 'Such a launch fails: a block has at most ' + c.mostBlock + ' threads' + (c.mostBlockShared ? ', ' + c.mostBlockShared + ' bytes of shared memory' : '') + (c.mostRegisters ? ', ' + c.mostRegisters + ' registers a thread' : '') + '.');
    if (c.cluster > 1) make('p', out, {'class': 'about'}, 'Clusters, which this launch has, may lower it further.');
    if (r.ok && now[2] + (c.driver || 0) > c.config) make('p', out, {'class': 'about'}, 'More shared memory than the SM was set up with: it is then set up for one block, as the profiler reckons.');
    [0, 1, 2].forEach(function (i) { curve(i, now); });
  }
  draw();
}

/* Timelines of a figure have one axis: 0 to 1000. */
function window_of(figure, from, to) {
  var wide = Math.min(1000, Math.max(2, to - from)), b, ends;
  from = Math.max(0, Math.min(1000 - wide, from));
  each('svg[data-time]', function (s) {
    s.setAttribute('viewBox', from + ' 0 ' + wide + ' 40');
    b = s.getAttribute('data-b').split(' ').map(Number);
  }, figure);
  each('.rows', function (x) { if (x.at !== undefined) cursor(x, null); }, figure);
  ends = figure.querySelectorAll('.axis span');
  [from, from + wide / 2, from + wide].forEach(function (x, i) { ends[i].textContent = time(b[4] + (b[5] - b[4]) * x / 1000); });
}
function now_of(figure) {
  var v = figure.querySelector('svg[data-time]').getAttribute('viewBox').split(' ').map(Number);
  return [v[0], v[0] + v[2]];
}
d.addEventListener('click', function (e) {
  var b = e.target.closest && e.target.closest('.zoom button'), figure = b && b.closest('figure'), at, wide, middle;
  if (!b) return;
  at = now_of(figure);
  wide = at[1] - at[0];
  middle = (at[0] + at[1]) / 2;
  switch (b.getAttribute('aria-label')) {
  case 'Closer': window_of(figure, middle - wide / 4, middle + wide / 4); break;
  case 'Less close': window_of(figure, middle - wide, middle + wide); break;
  case 'Earlier': window_of(figure, at[0] - wide / 4, at[1] - wide / 4); break;
  case 'Later': window_of(figure, at[0] + wide / 4, at[1] + wide / 4); break;
  default: window_of(figure, 0, 1000);
  }
});
/* A range that is drawn over with the mouse. */
d.addEventListener('pointerdown', function (e) {
  var svg = e.button === 0 && e.pointerType === 'mouse' && e.target.closest && e.target.closest('svg[data-time]'), figure, box, mark;
  if (!svg) return;
  figure = svg.closest('figure');
  box = svg.getBoundingClientRect();
  mark = make('div', d.body, {'class': 'range'});
  function at(x) { return Math.min(box.right, Math.max(box.left, x.clientX)); }
  function move(x) {
    mark.style.left = Math.min(e.clientX, at(x)) + 'px';
    mark.style.width = Math.abs(at(x) - e.clientX) + 'px';
    mark.style.top = box.top + 'px';
    mark.style.height = box.height + 'px';
  }
  function up(x) {
    var now = now_of(figure), per = (now[1] - now[0]) / box.width, low = Math.min(e.clientX, at(x)) - box.left, high = Math.max(e.clientX, at(x)) - box.left;
    d.removeEventListener('pointermove', move);
    mark.parentNode.removeChild(mark);
    if (x.type === 'pointerup' && high - low > 5) window_of(figure, now[0] + low * per, now[0] + high * per);
  }
  e.preventDefault();
  d.addEventListener('pointermove', move);
  ['pointerup', 'pointercancel'].forEach(function (x) { d.addEventListener(x, up, {once: true}); });
});
d.addEventListener('dblclick', function (e) {
  var svg = e.target.closest && e.target.closest('svg[data-time]');
  if (svg) window_of(svg.closest('figure'), 0, 1000);
});
fill(d);
show();

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
/* The point of a line that is nearest to a place in the picture: what the axes say there. */
function point_at(svg, line, at) {
  var b = svg.getAttribute('data-b').split(' ').map(Number), ends = line.classList.contains('area') ? 1 : 0, p = line.points, low = ends, high = p.numberOfItems - 1 - ends, a, c;
  while (low + 1 < high) {
    var middle = low + high >> 1;
    if (p.getItem(middle).x <= at) low = middle; else high = middle;
  }
  if (high < low) return null;
  a = p.getItem(low);
  c = p.getItem(high);
  if (Math.abs(c.x - at) < Math.abs(a.x - at)) a = c;
  return {x: b[4] + (a.x - b[0]) / (b[1] - b[0]) * (b[5] - b[4]), y: +(b[6] + (b[3] - a.y) / (b[3] - b[2]) * (b[7] - b[6])).toPrecision(3) + ' ' + svg.getAttribute('data-u')};
}
function place(svg, e) {
  var at = svg.createSVGPoint();
  at.x = e.clientX;
  at.y = e.clientY;
  return at.matrixTransform(svg.getScreenCTM().inverse()).x;
}
function read(svg, e) {
  var said = [], before = [], at = place(svg, e);
  each('polyline', function (line) {
    var p = point_at(svg, line, at);
    if (p) (line.dataset.n ? before : said).push((line.dataset.n ? line.dataset.n + ': ' : '') + digits(p.x) + ': ' + p.y);
  }, svg);
  return said.concat(before).join('\n');
}
/* A cursor over all rows of a timeline: each says its value there, in place of its highest. null: it goes. */
function cursor(rows, svg, at) {
  var line = rows.querySelector('.cursor'), b = svg && svg.getAttribute('data-b').split(' ').map(Number), view = svg && svg.getAttribute('viewBox').split(' ').map(Number), box;
  each('.row', function (r) {
    var said = r.querySelector('b'), of = r.querySelector('svg'), p = svg && point_at(of, of.querySelector('polyline'), at);
    if (said.most === undefined) said.most = said.textContent;
    said.textContent = p ? p.y : said.most;
  }, rows);
  if (!svg) { if (line) line.parentNode.removeChild(line); rows.at = undefined; return; }
  if (!line) line = make('div', rows, {'class': 'cursor', role: 'status'});
  box = svg.getBoundingClientRect();
  rows.at = at;
  line.style.left = box.left - rows.getBoundingClientRect().left - rows.clientLeft + (at - view[0]) / view[2] * box.width + 'px';
  line.setAttribute('data-at', time(b[4] + at / 1000 * (b[5] - b[4])));
}
d.addEventListener('keydown', function (e) {
  var rows = e.target.classList && e.target.classList.contains('rows') && e.target, svg = rows && rows.querySelector('svg[data-time]'), v, at;
  if (!svg) return;
  v = svg.getAttribute('viewBox').split(' ').map(Number);
  at = rows.at === undefined ? v[0] + v[2] / 2 : rows.at;
  if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') cursor(rows, svg, Math.max(v[0], Math.min(v[0] + v[2], at + (e.key === 'ArrowLeft' ? -1 : 1) * v[2] / 100)));
  else if (e.key === 'Escape') cursor(rows, null);
  else return;
  e.preventDefault();
});
d.addEventListener('mousemove', function (e) {
  var of = e.target.closest ? e.target : null, svg = of && of.closest('svg'), rows = of && of.closest('.rows'), mark, title;
  each('.cursor', function (x) { if (x.parentNode !== rows && x.parentNode !== d.activeElement) cursor(x.parentNode, null); });
  if (svg && svg.hasAttribute('data-time')) {
    tip.hidden = true;
    cursor(rows, svg, place(svg, e));
    return;
  }
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
  each('.on .calc', calculator);
  each('.on details:not([open]):not(.raw)', function (x) { x.open = true; x.setAttribute('data-shut', ''); });
});
window.addEventListener('afterprint', function () {
  each('details[data-shut]', function (x) { x.open = false; x.removeAttribute('data-shut'); });
});
}());
