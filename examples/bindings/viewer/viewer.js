(function () {
'use strict';
var d = document, byId = function (id) { return d.getElementById(id); }, said = byId('said'), page = byId('page'), list = byId('reports'), tools = byId('tools');
var base = byId('base'), match = byId('match'), every = byId('every'), dropped = byId('dropped'), rules = byId('rules'), save = byId('save'), header = d.querySelector('header'), menu = byId('menu'), drawer = byId('drawer'), more = byId('more'), panel = byId('panel'), views = byId('views'), find = byId('find'), hits = byId('hits'), told = byId('told');
var WHAT = {html: 0, list: 1, details: 2, raw: 3, source: 4, digest: 5, diff: 6, frame: 7, kernel: 8, comparison: 9, metrics: 10, context: 11, find: 12, names: 13, metric: 14};
var worker = null, waiting = {}, number = 0, module = null, unpacker = null, ready, reports = [], texts = [], sections = [], current = null, drawn = 0, turn = 0;
var wanted = parse(location.hash), typing = false; /* an address to go to once its report is open; whether the last entry was typed */

function say(text, bad) {
  said.textContent = text;
  said.className = bad ? 'bad' : '';
}

function make(tag, text, more) {
  var e = d.createElement(tag);
  if (text !== undefined) e.textContent = text;
  Object.keys(more || {}).forEach(function (k) { e.setAttribute(k, more[k]); });
  return e;
}

/* One after the other. */
function each_in_turn(all, f) { return all.reduce(function (p, x) { return p.then(function () { return f(x); }); }, Promise.resolve()); }

/* The worker ------------------------------------------------------------------------------------------------------- */

/* It handles one request after the other; each gets a promise. */
function ask(job, more) {
  return new Promise(function (resolve) {
    var m = Object.assign({job: job, number: ++number}, more);
    waiting[number] = resolve;
    worker.postMessage(m);
  });
}

function start() {
  var url;
  if (worker) worker.terminate();
  Object.keys(waiting).forEach(function (n) { waiting[n]({lost: 'stopped'}); });
  waiting = {};
  url = URL.createObjectURL(new Blob([WORKER], {type: 'text/javascript'}));
  worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = function (e) {
    var resolve = waiting[e.data.number];
    if (e.data.memory) list.setAttribute('data-memory', e.data.memory); /* bytes that the reader has taken */
    delete waiting[e.data.number];
    if (resolve) resolve(e.data);
  };
  return ask('start', {module: module}).then(function (r) {
    if (r.lost && r.lost !== 'stopped') throw new Error(r.lost); /* stopped: another one took its place */
    return each_in_turn(texts, function (t) { return ask('text', t); }).then(function () {
      return each_in_turn(sections, function (t) { return ask('section', t); });
    });
  });
}

/* A module of those in the page. */
function module_of(id) {
  var packed = Uint8Array.from(atob(byId(id).textContent), function (c) { return c.charCodeAt(0); });
  if (typeof DecompressionStream === 'undefined' || typeof WebAssembly === 'undefined') return Promise.reject(new Error('this browser is too old'));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    .then(function (bytes) { return WebAssembly.compile(bytes); });
}

ready = module_of('wasm').then(function (m) { module = m; return start(); });
ready.catch(function (e) { say('The reader could not be started: ' + e.message, true); });

/* After the reader broke: starts a new one, with the open reports except the one that broke it. */
function recover(broken, why) {
  var left = reports.filter(function (r) { return r !== broken; });
  say((broken ? broken.name + ': ' : '') + (why === 'no memory' ? 'there is not enough memory for it' : 'it could not be shown: ' + why), true);
  reports = [];
  return start().then(function () {
    return each_in_turn(left, function (r) { return open_file(r.file, r.number); });
  }).then(function () {
    current = null;
    if (reports.length > 0) return show(reports[0], true, 'replace');
    draw_list();
    address('replace');
    return null;
  });
}

/* A page of a report; null where there is none, which is said unless the report was closed meanwhile. */
function request(r, what, more) {
  var m = {id: r.id, what: WHAT[what], kernel: -1, bases: r.bases.map(function (b) { return [b.report.id, b.kernel]; }),
    match: +match.value, every: every.checked, dropped: sections.length > 0 && dropped.checked, rules: rules.checked};
  return ask('page', Object.assign(m, more)).then(function (answer) {
    if (answer.lost === 'stopped') return null;
    if (answer.lost || answer.code === 4) return recover(r, answer.lost || 'no memory').then(function () { return null; });
    return reports.indexOf(r) < 0 ? null : answer;
  });
}

/* A page that is JSON, kept with the report. alone: without its baselines. */
function facts(r, what, kernel, alone) {
  var key = what + (kernel === undefined ? '' : kernel) + (what === 'metrics' && !alone ? '/' + words_of(r) + ' ' + match.value : '');
  r.facts[key] = r.facts[key] || request(r, what, kernel === undefined ? {} : Object.assign({kernel: kernel}, alone ? {bases: []} : {})).then(function (answer) {
    return answer === null ? {} : JSON.parse(answer.text);
  });
  return r.facts[key];
}

/* Files ------------------------------------------------------------------------------------------------------------ */

/* known: the number that it had. */
function open_file(file, known) {
  return ask('open', {name: file.name, file: file}).then(function (r) {
    if (!r.packed) return r;
    if (byId('zstd').textContent === '')
      return {id: -1, said: file.name + ': compressed, and this page was made without what unpacks it'};
    unpacker = unpacker || module_of('zstd');
    return unpacker.then(function (m) { return ask('open', {name: file.name, file: file, unpacker: m}); });
  }).then(function (r) {
    var report;
    if (r.lost === 'stopped') return null;
    if (r.lost) return recover(null, file.name + ': ' + r.lost);
    if (r.id < 0) {
      say(r.said || file.name + ': cannot be read', true);
      return null;
    }
    report = {name: file.name, file: file, id: r.id, number: known === undefined ? free_number() : known, hash: '', said: r.said, facts: {}, bases: [], notes: []};
    reports.push(report);
    return read_notes(report).then(function () { return report; });
  });
}

function is_text(name) { return /\.(cu|cuh|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|py|ptx)$/i.test(name); }

/* Section files are linted, and shown on the report that is open; one of the same name comes in place of an earlier one. */
function open_sections(all) {
  var found = '', good = 0;
  return each_in_turn(all, function (f) {
    var t = {name: f.name, file: f};
    return ask('section', t).then(function (r) {
      if (r.lost || r.code < 0) {
        found += r.said || f.name + ': cannot be read\n';
        return;
      }
      sections = sections.filter(function (x) { return x.name !== f.name; }).concat(t);
      good++;
      dropped.checked = true;
      found += r.said;
    });
  }).then(function () {
    dropped.parentNode.hidden = sections.length === 0;
    return found || (good > 0 && !current && reports.length === 0 ? 'No mistake in ' + all.map(function (f) { return f.name; }).join(', ') + '. Drop a report to see what it shows of it.' : '');
  });
}

/* What a file that is not a report may be: the tool for it, its verbs, and what is said above the output of each. */
var TOOLS = [
  {tool: 'nvprofile', verbs: ['lint', 'show'], says: ['Mistakes', 'What it sets'], name: /(-rc|\.rc)$/i, text: /"(rules|profiles)"\s*:/},
  {tool: 'drmfdinfo', verbs: ['watch'], says: ['Recording'], name: /^sweeps\.txt$/, text: /^(#[^\n]*\n)*@ \d+/},
  {tool: 'drmfdinfo', verbs: ['show'], says: ['What it says'], name: /^$/, text: /^drm-[a-z-]+:/m}
], modules = {};

function tool_of(file) {
  if (/\.ncu-repz?$/i.test(file.name) || is_text(file.name)) return Promise.resolve(null);
  return file.slice(0, 65536).text().then(function (text) {
    return text.indexOf('\0') >= 0 ? null : TOOLS.filter(function (t) { return t.name.test(file.name) || t.text.test(text); })[0] || null;
  }, function () { return null; }); /* it cannot be read: opening it says so */
}

/* The tables of a recording, one at a time. */
function add_player(to, pre) {
  var all = pre.textContent.split(/\n\n/).filter(function (t) { return t !== ''; }), p = make('p'), slider = make('input', undefined, {type: 'range', min: 1, max: all.length, value: 1, 'aria-label': 'Interval'});
  var before = make('button', 'Previous', {type: 'button'}), after = make('button', 'Next', {type: 'button'}), at = make('output');
  function draw() {
    pre.textContent = all[slider.value - 1] + '\n';
    at.textContent = slider.value + ' of ' + all.length;
    before.disabled = +slider.value === 1;
    after.disabled = +slider.value === all.length;
  }
  if (all.length < 2) return;
  slider.addEventListener('input', draw);
  before.addEventListener('click', function () { slider.value--; draw(); });
  after.addEventListener('click', function () { slider.value++; draw(); });
  [before, slider, after, at].forEach(function (e) { p.appendChild(e); p.appendChild(d.createTextNode(' ')); });
  to.appendChild(p);
  draw();
}

/* Shows what a tool prints about a file; a file of the same name comes in place of an earlier one. */
function tell(file, by, people) {
  var played = by.verbs[0] === 'watch', given = [{name: played ? 'sweeps.txt' : file.name, file: file}];
  if (played && people) given.push({name: 'processes.txt', file: people});
  modules[by.tool] = modules[by.tool] || module_of(by.tool);
  return modules[by.tool].then(function (m) {
    return Promise.all(by.verbs.map(function (v) { return ask('tool', {module: m, args: [by.tool, v].concat(played ? ['--replay', '.'] : ['--', file.name]), files: given}); }));
  }).then(function (all) {
    var article = make('article', undefined, {'data-name': file.name}), close = make('button', 'Close', {type: 'button', 'aria-label': 'Close ' + file.name});
    article.appendChild(make('h2', file.name + ' '));
    article.firstChild.appendChild(close);
    all.forEach(function (a, i) {
      var pre = make('pre', a.lost ? 'it cannot be shown: ' + a.lost : a.text, {'data-code': String(a.code)});
      article.appendChild(make('h3', by.says[i]));
      if (played && !a.lost) add_player(article, pre);
      article.appendChild(pre);
    });
    close.addEventListener('click', function () {
      article.remove();
      draw_list();
    });
    Array.prototype.slice.call(told.children).forEach(function (x) { if (x.getAttribute('data-name') === file.name) x.remove(); });
    told.insertBefore(article, told.firstChild);
    draw_list();
  });
}

function open_files(files) {
  var others = [], all = Array.prototype.slice.call(files), people = all.filter(function (f) { return f.name === 'processes.txt'; })[0];
  if (all.some(function (f) { return f.name === 'sweeps.txt'; })) all = all.filter(function (f) { return f !== people; });
  say('Reading ...');
  return each_in_turn(all, function (f) {
    return tool_of(f).then(function (by) {
      if (!by) others.push(f);
      return by && ready.then(function () { return tell(f, by, people); });
    });
  }).then(function () {
    if (others.length > 0) return open_reports(others);
    say('');
    return null;
  }).catch(function (e) { say('These files could not be opened: ' + e.message, true); });
}

function open_reports(files) {
  var all = Array.prototype.slice.call(files), first = null, wrong = '', of_sections = all.filter(function (f) { return /\.section$/i.test(f.name); });
  all = all.filter(function (f) { return of_sections.indexOf(f) < 0; });
  say('Reading ...');
  all.filter(function (f) { return is_text(f.name); }).forEach(function (f) {
    var t = {name: f.name, file: f};
    texts.push(t);
    ready = ready.then(function () { return ask('text', t); });
  });
  return ready.then(function () {
    return of_sections.length > 0 ? open_sections(of_sections) : '';
  }).then(function (about) {
    wrong = about;
    return each_in_turn(all.filter(function (f) { return !is_text(f.name); }), function (f) {
      say('Reading ' + f.name + ' ...');
      return open_file(f).then(function (r) {
        first = first || r;
        if (!r && said.className === 'bad') wrong += said.textContent.replace(/\n?$/, '\n');
      });
    });
  }).then(function () {
    var back = wanted && report_of(wanted.number);
    if (back) take(back, wanted);
    if (!back && !first && of_sections.length > 0 && current) first = current;
    if (!back && !first) say(wrong, !/^No mistake/.test(wrong));
    else return show(back || first, true, back ? 'replace' : 'push').then(function () {
      if (back && wanted.search) search();
      if (back) wanted = null;
      if (wrong) say(wrong + said.textContent, true);
    });
    return null;
  }).catch(function (e) { say('These files could not be opened: ' + e.message, true); });
}

/* What is open, and with what it is compared ----------------------------------------------------------------------- */

function choice(value, text) { return make('option', text, {value: value}); }

var MOST_KERNELS = 500; /* of a report in the list of baselines */

/* A baseline has a choice each, and one more adds another; "nothing" takes it away. Each has the colour that it has in the page. */
var MOST_BASES = 6;
function mark(i) { return make('i', '', {'class': 'c' + (i + 2)}); }
function draw_more_bases(own) {
  var last = base.parentNode, i;
  while (last.nextSibling && last.nextSibling.className === 'more') last.nextSibling.remove();
  if (base.previousSibling.tagName === 'I') base.previousSibling.remove();
  if (own[0]) base.before(mark(0));
  for (i = 1; own[0] && i <= own.length && i < MOST_BASES; i++) {
    var label = make('label', 'and ', {'class': 'more'}), select = base.cloneNode(true);
    select.id = 'base' + i;
    select.value = own[i] ? base_word(own[i]) : '';
    if (own[i]) label.appendChild(mark(i));
    label.appendChild(select);
    listen_base(select, i);
    last.after(label);
    last = label;
  }
}
function listen_base(select, i) {
  select.addEventListener('change', function () {
    var to = base_of(select.value);
    current.bases.splice(i, 1);
    if (to) current.bases.splice(i, 0, to);
    current.bases = each_once(current.bases);
    show(current, true).then(function () { if (i > 0 && more.open) (byId(select.id) || base).focus(); });
  });
}

function draw_list() {
  var own = current ? current.bases : [], options = [];
  list.textContent = '';
  reports.forEach(function (r) {
    var i = r.number, li = make('li'), b = make('button', r.name, {type: 'button', title: r.name});
    if (r === current) b.setAttribute('aria-current', 'true');
    b.addEventListener('click', function () { show(r); });
    li.appendChild(b);
    list.appendChild(li);
    if (r !== current) options.push(choice('r' + i, r.name));
  });
  base.textContent = '';
  base.appendChild(choice('', 'nothing'));
  options.forEach(function (o) { base.appendChild(o); });
  reports.forEach(function (r) {
    var i = r.number, group = make('optgroup', undefined, {label: 'a kernel of ' + r.name});
    (r.kernels || []).slice(0, MOST_KERNELS).forEach(function (k) { group.appendChild(choice('r' + i + 'k' + k.result, k.result + ' ' + k.name + (r === current ? '' : ', ' + r.name))); });
    if (r.kernels) base.appendChild(group);
  });
  base.value = own[0] ? base_word(own[0]) : '';
  draw_more_bases(own);
  tools.hidden = tools.disabled = drawer.hidden = current === null;
  header.classList.toggle('of', current !== null);
  byId('of').textContent = current ? (reports.length > 1 ? reports.indexOf(current) + 1 + ' of ' + reports.length + ': ' : '') + current.name : '';
  byId('of').title = byId('of').textContent;
  menu.textContent = '\u2630 ' + byId('of').textContent;
  more.firstElementChild.textContent = own[0] ? 'Compared with ' + own.map(function (b) { return (b.kernel >= 0 ? 'kernel ' + b.kernel + ' of ' : '') + b.report.name; }).join(', ') : 'Compare, save, close';
  more.firstElementChild.title = more.firstElementChild.textContent;
  if (current === null) page.hidden = panel.hidden = hits.hidden = true;
  told.hidden = told.children.length === 0;
  told.className = current ? '' : 'alone';
  byId('empty').hidden = current !== null || !told.hidden;
  match.parentNode.hidden = own.every(function (b) { return b.kernel >= 0; });
  save.querySelector('[value=diff]').disabled = !own[0];
  save.querySelector('[value=copy]').disabled = !current || current.notes.length === 0;
  d.title = current ? current.name + ' - GPU reports' : 'GPU reports';
}

function draw_views() {
  var at = where(current), views_of = views.querySelectorAll('[data-view]');
  views.hidden = at.kernel < 0;
  byId('noting').disabled = at.kernel < 0;
  Array.prototype.forEach.call(views_of, function (b) { b.setAttribute('aria-pressed', String(b.getAttribute('data-view') === at.view)); });
}

/* Each report has a number for as long as it is open, the lowest that is free. */
function report_of(number) { return reports.filter(function (r) { return r.number === number; })[0] || null; }
function free_number() {
  var n = 0;
  while (report_of(n)) n++;
  return n;
}
function base_word(b) { return 'r' + b.report.number + (b.kernel >= 0 ? 'k' + b.kernel : ''); }
function words_of(r) { return r.bases.map(base_word).join(); }
function each_once(bases) {
  return bases.filter(function (b, i) { return b && bases.map(function (x) { return x && base_word(x); }).indexOf(base_word(b)) === i; }).slice(0, MOST_BASES);
}
function base_of(word) {
  var m = /^r(\d+)(?:k(\d+))?$/.exec(word || ''), report = m && report_of(+m[1]);
  return report ? {report: report, kernel: m[2] === undefined ? -1 : +m[2]} : null;
}

/* A place is what follows #r0/: "k3s2" or any other place of the page, "k3/metrics?find=dram". The source is a place of the page:
   "k3src", "k3-L66" for a line of it; addresses of former viewers, "k3/source/L66", lead there. */
function modern(hash) { return hash.replace(/^(k\d+)\/source(?:\/(L\d+))?.*$/, function (all, k, line) { return k + (line ? '-' + line : 'src'); }); }
function where(r) {
  var m = (r ? r.hash : '').match(/^(?:k(\d+)[^/?]*)(?:\/(metrics|context))?(?:\?(.*))?$/) || [];
  return {kernel: m[1] === undefined ? -1 : +m[1], view: m[2] || (/^k\d+(src|-)/.test(r ? r.hash : '') ? 'source' : ''), asked: new URLSearchParams(m[3] || '')};
}

/* An address says all that decides what is shown: "#r0/k3/metrics?find=dram&sort=-value&base=r1k2&base=r2&match=1&every=1&search=dram". */
function parse(hash) {
  var m = /^#r(\d+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(hash), asked = new URLSearchParams(m && m[3] || ''), own = new URLSearchParams(), of = {};
  if (!m) return null;
  asked.forEach(function (value, key) {
    if (/^(find|sort)$/.test(key)) own.append(key, value);
    else if (key !== 'base') of[key] = value;
  });
  return {number: +m[1], hash: (m[2] || '') + (String(own) ? '?' + own : ''), bases: asked.getAll('base'), match: /^[123]$/.test(of.match) ? of.match : '0', every: of.every === '1', rules: of.rules === '1', search: of.search || ''};
}
function address_of(r) {
  var more = new URLSearchParams();
  r.bases.forEach(function (b) { more.append('base', base_word(b)); });
  if (r.bases[0] && match.value !== '0') more.set('match', match.value);
  if (every.checked) more.set('every', '1');
  if (rules.checked) more.set('rules', '1');
  if (!hits.hidden && find.value.trim() !== '') more.set('search', find.value.trim());
  more = String(more);
  return '#r' + r.number + (r.hash || more ? '/' : '') + r.hash + (more ? (r.hash.indexOf('?') < 0 ? '?' : '&') + more : '');
}

/* how: "push" makes an entry that Back leads to, "replace" none, "typed" one for all that is typed in a row, "keep" leaves the address. */
function address(how) {
  var own = current ? address_of(current) : '#', replaces = how === 'replace' || how === 'typed' && typing || !parse(location.hash);
  if (how !== 'keep' && location.hash !== own && (current || location.hash !== '')) {
    typing = how === 'typed';
    if (!replaces) history.replaceState({y: scrolled()}, '');
    history[replaces ? 'replaceState' : 'pushState'](null, '', own);
  }
  draw_views();
}
function scrolled() { return page.hidden || !page.contentWindow ? 0 : page.contentWindow.scrollY; }

/* Takes over what an address says of a report; true where its page must be made anew. */
function take(r, to) {
  function drawn_by() { return [words_of(r), r.bases[0] && match.value, every.checked, rules.checked].join(' '); }
  var before = drawn_by();
  r.hash = modern(to.hash);
  r.bases = each_once(to.bases.map(base_of));
  match.value = to.match;
  every.checked = to.every;
  rules.checked = to.rules;
  hits.hidden = to.search === '';
  if (to.search) find.value = to.search;
  return before !== drawn_by();
}

/* Back, Forward, or an address that was typed. */
window.addEventListener('hashchange', function () {
  var to = parse(location.hash), r = to && report_of(to.number), state = history.state, anew;
  if (to && !r && current) say('This address leads to a report that is not open.', true);
  if (!r) return;
  typing = false;
  anew = take(r, to);
  (r !== current || anew ? show(r, true, 'replace') : go(r, r.hash, 'replace')).then(function () {
    if (state && state.y && !page.hidden && location.hash === address_of(r)) page.contentWindow.scrollTo(0, state.y);
  });
  if (to.search) search();
});
/* A report that was handed over, or that the address names, comes again by itself. */
window.addEventListener('beforeunload', function (e) { if (reports.some(function (r) { return !r.file.handed; })) e.preventDefault(); });

/* The page --------------------------------------------------------------------------------------------------------- */

/* A piece refers to earlier places in itself; what it holds instead stands by itself. */
function settle(tree) {
  function of(letter, e) { return tree.querySelector('#' + letter + e.getAttribute('data-' + letter)); }
  function each(what, f) { Array.prototype.forEach.call(tree.querySelectorAll(what), f); }
  each('[data-f]', function (e) {
    var c = of('f', e).cloneNode(true);
    Array.prototype.forEach.call(c.querySelectorAll('[id]'), function (x) { x.removeAttribute('id'); });
    c.removeAttribute('id');
    e.parentNode.replaceChild(c, e);
  });
  each('[data-m]', function (e) { e.title = of('m', e).title; e.removeAttribute('data-m'); });
  each('[data-a]', function (e) { e.textContent = tree.querySelector('#m' + e.getAttribute('data-a')).textContent; e.removeAttribute('data-a'); });
  each('[id]', function (e) { if (/^[fm]\d+$/.test(e.id)) e.removeAttribute('id'); });
}

/* Puts a kernel or the comparison where it belongs in the page, inert: the page's own script shows it. */
function place(r, w, id, text) {
  var t = w.createElement('template'), inert = w.createElement('script'), own = /^k(\d+)$/.exec(id), before = null;
  t.innerHTML = text;
  settle(t.content);
  if (!own) {
    w.getElementById('all').insertBefore(t.content, w.getElementById('session'));
    return;
  }
  Array.prototype.forEach.call(t.content.querySelectorAll('table'), add_copy);
  Array.prototype.forEach.call(t.content.querySelectorAll('.says details tbody tr > :first-child'), function (c) {
    var b = w.createElement('button');
    b.className = 'metric';
    b.textContent = c.textContent;
    c.textContent = '';
    c.appendChild(b);
  });
  draw_notes(r, t.content, +own[1]);
  inert.type = 'text/html';
  inert.id = 'i' + own[1];
  inert.textContent = t.innerHTML;
  Array.prototype.forEach.call(w.querySelectorAll('article.kernel, main > script[type="text/html"]'), function (x) {
    if (!before && +x.id.slice(1) > +own[1]) before = x;
  });
  w.getElementById('all').insertBefore(inert, before || w.getElementById('comparison') || w.getElementById('session'));
}

/* A table goes to the clipboard as lines with tabs. Its button has no text, so that the page has none but its own. */
function add_copy(table) {
  if (table.rows.length < 2) return;
  var b = table.ownerDocument.createElement('button');
  b.type = 'button';
  b.className = 'copy';
  b.setAttribute('aria-label', 'Copy the table');
  table.parentNode.insertBefore(b, table);
}
function copy(table) {
  var text = Array.prototype.filter.call(table.rows, function (r) { return !r.hidden; }).map(function (r) {
    return Array.prototype.map.call(r.cells, function (c) { return c.textContent.replace(/\s+/g, ' ').trim(); }).join('\t');
  }).join('\n') + '\n', of = table.ownerDocument;
  function put(e) {
    e.clipboardData.setData('text/plain', text);
    e.preventDefault();
  }
  of.addEventListener('copy', put);
  say(of.execCommand('copy') ? 'Copied ' + table.rows.length + ' rows.' : 'The browser did not let the page copy.');
  of.removeEventListener('copy', put);
}

/* Asks before many kernels are put on one page; cost: what those took that are there already. */
var MANY = 100, FIRST = 10;
function offer(all, left, cost) {
  var b = make('button', 'Show them', {type: 'button'}), part = left / FIRST;
  say('All ' + all.toLocaleString('en') + ' kernels on one page: about ' + Math.ceil(cost.bytes * part / 1e6).toLocaleString('en') + ' MB, at least ' + Math.ceil(cost.ms * part / 1000).toLocaleString('en') + ' s. ');
  said.appendChild(b);
  page.removeAttribute('aria-busy');
  return new Promise(function (resolve) { b.addEventListener('click', resolve); }).then(function () { page.setAttribute('aria-busy', 'true'); });
}

/* Sees to it that what an address leads to is in the page; false where it was left meanwhile. */
function ensure(r, hash) {
  var w = page.contentDocument, own = /^k(\d+)/.exec(hash), now = turn, mine = drawn, bytes = 0;
  function there(id) { return w.getElementById(id) || w.getElementById('i' + id.slice(1)); }
  function left() { return now !== turn || mine !== drawn; }
  function get(id, what, more) {
    if (there(id)) return Promise.resolve(true);
    return request(r, what, more).then(function (answer) {
      if (answer === null || mine !== drawn || w.defaultView === null) return false; /* the page was replaced; a template of one that is gone has no content */
      bytes += answer.text.length;
      if (answer.code === 0 || answer.code === 3) place(r, w, id, answer.text);
      if (answer.said) say(answer.said, true);
      return true;
    });
  }
  if (own) return get('k' + own[1], 'kernel', {kernel: +own[1]});
  if (/^(comparison|c\d+)$/.test(hash)) return get('comparison', 'comparison');
  if (hash !== 'all') return Promise.resolve(true);
  return facts(r, 'list').then(function (l) {
    var all = l.results || [], n = 0, missing = all.filter(function (k) { return !there('k' + k.result); }), began = performance.now();
    function one(k) {
      if (left()) return false;
      if (n++ % 20 === 0 && missing.length > 20) say('Kernel ' + n + ' of ' + missing.length + ' ...');
      return get('k' + k.result, 'kernel', {kernel: k.result});
    }
    return each_in_turn(missing.slice(0, FIRST), one).then(function () {
      return !left() && missing.length > MANY && offer(all.length, missing.length, {bytes: bytes, ms: performance.now() - began});
    }).then(function () { return each_in_turn(missing.slice(FIRST), one); }).then(function () {
      if (left()) return false;
      say('');
      return r.bases[0] ? get('comparison', 'comparison') : true;
    });
  });
}

/* Leads to a place of the report that is shown. */
function go(r, hash, how) {
  var now = ++turn, at, in_panel;
  if (said.firstElementChild) say(''); /* a question that was left */
  r.hash = hash = modern(hash);
  shut();
  address(how || 'push');
  at = where(r);
  in_panel = at.view !== '' && at.view !== 'source';
  page.setAttribute('aria-busy', 'true');
  return ensure(r, in_panel ? '' : hash).then(function (there) {
    if (!there || now !== turn) return null;
    panel.hidden = !in_panel;
    page.hidden = !panel.hidden;
    if (in_panel) return show_panel(r, at);
    if (page.contentWindow.location.hash.slice(1) !== hash) page.contentWindow.location.replace('about:srcdoc#' + hash); /* Back is of this page alone */
    return null;
  }).then(function () { if (now === turn) page.removeAttribute('aria-busy'); });
}

var IN_PAGE = '<style>.metric{font:inherit;color:inherit;text-decoration:underline dotted;background:none;border:0;padding:0;text-align:left;cursor:pointer}:has(>.copy){position:relative}.copy{position:absolute;right:2px;top:2px;z-index:2;font:inherit;font-size:.8rem;line-height:1.2;color:var(--ink);background:var(--card);' +
  'border:1px solid var(--line);border-radius:4px;padding:.1rem .4rem;cursor:pointer;opacity:0}.copy::before{content:"Copy"}.copy:focus-visible,*:hover>.copy{opacity:1}' +
  '@media(hover:none){.copy{position:static;display:block;margin:0 0 .2rem auto;opacity:1}}@media print{.copy{display:none}}</style>';

/* What happens in the page. */
function listen(r) {
  var w = page.contentWindow, in_page = w.document;
  Array.prototype.forEach.call(in_page.querySelectorAll('#kernels table, #session table'), add_copy);
  in_page.addEventListener('click', function (e) {
    more.open = false;
    shut();
    var a = e.target.closest && e.target.closest('a[href^="#"]'), b = e.target.closest && e.target.closest('.copy'), next;
    if (a) {
      e.preventDefault();
      go(r, a.getAttribute('href').slice(1));
    } else if (e.target.className === 'metric') show_metric(r, where(r).kernel, e.target.textContent);
    else if (b) {
      for (next = b.nextSibling; next && next.tagName !== 'TABLE';) next = next.nextSibling;
      if (next) copy(next);
    }
  });
  w.addEventListener('dragover', over);
  w.addEventListener('drop', drop);
  w.addEventListener('keydown', keys);
}

/* Shows a report, at the place where it was left in this page. anew: even if it is there. */
function show(r, anew, how) {
  var mine, after = page.nextSibling, inside = page.parentNode;
  if (r === current && !anew) return go(r, r.hash, how);
  mine = ++drawn;
  turn++;
  current = r;
  page.setAttribute('aria-busy', 'true');
  panel.hidden = true;
  page.hidden = false;
  draw_list();
  address(how || 'push');
  return request(r, 'frame').then(function (answer) {
    if (answer === null || mine !== drawn) return null;
    if (answer.text === '' && dropped.checked && sections.length > 0) { /* none of them is a section */
      dropped.checked = false;
      return show(r, true, 'replace').then(function () { say(answer.said + said.textContent, true); });
    }
    if (answer.text === '') return say(answer.said || 'nothing to show', true);
    say(r.said + answer.said, true);
    return new Promise(function (resolve) {
      page.onload = function () {
        page.title = r.name;
        listen(r);
        if (sections.length > 0 && dropped.checked)
          page.contentDocument.querySelector('#kernels .tiles').before(make('p', 'Kernels show the sections of ' + sections.map(function (x) { return x.name; }).join(', ') + ' in place of those of the report.', {'class': 'about'}));
        resolve(go(r, r.hash, 'keep')); /* Back may load it once more, and be on its way to the next address */
      };
      /* A frame that is put in anew adds no entry to Back. Its own links would lead to this page. */
      page.remove();
      page.srcdoc = answer.text.replace('<head>', '<head><base href="about:srcdoc"/>' + IN_PAGE);
      inside.insertBefore(page, after);
    }).then(function () {
      return each_in_turn(reports, function (x) {
        return x.kernels || mine !== drawn ? null : facts(x, 'list').then(function (l) { x.kernels = l.results || []; });
      });
    }).then(function () { if (mine === drawn) draw_list(); });
  });
}

/* What the page does not show ---------------------------------------------------------------------------------------- */

function sorted(rows, by, down) {
  return rows.slice().sort(function (x, y) {
    var a = x[by], b = y[by], empty = (a === null || a === undefined) - (b === null || b === undefined);
    return empty || (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
  });
}

/* A table that is searched and sorted, and whose choice the address keeps. columns: [member, title, class, member to sort by, which baseline it is of]. open: what
   a row leads to, if anything. */
function put_table(to, r, at, columns, rows, open) {
  var table = make('table'), head = table.createTHead().insertRow(), body = table.createTBody(), input = make('input', undefined, {type: 'search', id: 'within', autocomplete: 'off', spellcheck: 'false'});
  var label = make('label', 'Search '), count = make('output', '', {'for': 'within'}), bar = make('p'), button = make('button', 'Copy table', {type: 'button'});
  var by = at.asked.get('sort') || '', down = by.charAt(0) === '-';
  function draw(how) {
    var words = input.value.toLowerCase().split(/\s+/), shown = rows.filter(function (x) {
      return words.every(function (w) { return x.text.indexOf(w) >= 0; });
    }), key = columns.filter(function (c) { return c[0] === by.replace(/^-/, ''); })[0], asked = new URLSearchParams();
    if (key) shown = sorted(shown, key[3] || key[0], down);
    body.textContent = '';
    shown.forEach(function (x) {
      var tr = body.insertRow();
      columns.forEach(function (c, i) {
        var cell = make(i === 0 ? 'th' : 'td', x[c[0]] === null || x[c[0]] === undefined ? '' : String(x[c[0]]), i === 0 ? {scope: 'row'} : {});
        if (c[2]) cell.className = c[2];
        if (open && i === 0) {
          cell.textContent = '';
          cell.appendChild(make('button', x[c[0]], {type: 'button'})).addEventListener('click', function () { open(x); });
        }
        tr.appendChild(cell);
      });
    });
    count.textContent = shown.length + ' of ' + rows.length;
    Array.prototype.forEach.call(head.cells, function (th, i) {
      if (key === columns[i]) th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else th.removeAttribute('aria-sort');
    });
    if (input.value) asked.set('find', input.value);
    if (key) asked.set('sort', by);
    if (!how) return; /* as the address has it */
    r.hash = r.hash.replace(/\?.*/, '') + (String(asked) ? '?' + asked : '');
    address(how);
  }
  columns.forEach(function (c) {
    var th = make('th', undefined, {scope: 'col'}), b = make('button', c[1], {type: 'button'});
    b.addEventListener('click', function () {
      down = by.replace(/^-/, '') === c[0] ? !down : c[2] === 'n';
      by = (down ? '-' : '') + c[0];
      draw('push');
    });
    if (c[2]) th.className = c[2];
    if (c[4] !== undefined) b.prepend(mark(c[4]));
    th.appendChild(b);
    head.appendChild(th);
  });
  rows.forEach(function (x) { x.text = columns.map(function (c) { return x[c[0]]; }).join(' ').toLowerCase(); });
  input.value = at.asked.get('find') || '';
  input.addEventListener('input', function () { draw('typed'); });
  button.addEventListener('click', function () { copy(table); });
  label.appendChild(input);
  [label, count, button].forEach(function (x) { bar.appendChild(x); });
  to.appendChild(bar);
  to.appendChild(table);
  draw();
}

function percent(a, b) { return typeof a !== 'number' || typeof b !== 'number' || a === 0 ? null : 100 * (b - a) / Math.abs(a); }

/* Beside the values those of the baselines. */
function metrics_panel(r, at) {
  return facts(r, 'metrics', at.kernel).then(function (own) {
    return Promise.all([own].concat(r.bases.map(function (b, i) { return own.partners && own.partners[i] !== null ? facts(b.report, 'metrics', own.partners[i], true) : null; })));
  }).then(function (both) {
    var columns = [['name', 'Metric'], ['value', 'Value', 'n', 'exact'], ['unit', 'Unit', 'u']], rows = (both[0].metrics || []).map(function (m) { return Object.assign({}, m); });
    r.bases.forEach(function (base, i) {
      var of = {};
      if (!both[i + 1]) return;
      (both[i + 1].metrics || []).forEach(function (m) { of[m.name] = m; });
      rows.forEach(function (m) {
        var b = of[m.name], part = b && percent(b.exact, m.exact);
        if (!b) return;
        m['before' + i] = b.value + (b.unit !== m.unit ? ' ' + b.unit : '');
        m['part' + i] = part;
        m['change' + i] = part === null ? '' : (part > 0 ? '+' : '') + part.toFixed(2) + '%';
      });
      columns.push(['before' + i, 'Baseline: ' + both[0].partners[i] + ' of ' + base.report.name, 'n', 'before' + i, i], ['change' + i, 'Change', 'n', 'part' + i, i]);
    });
    columns.push(['about', 'What it says']);
    return function () {
      r.bases.forEach(function (b, i) { if (!both[i + 1]) panel.appendChild(make('p', 'No kernel of ' + b.report.name + ' matches this one.', {'class': 'about'})); });
      put_table(panel, r, at, columns, rows, function (m) { show_metric(r, at.kernel, m.name); });
    };
  });
}

/* Where a value comes from, as its name says. */
function origin_of(name, x) {
  var over = {avg: 'the average', max: 'the largest', min: 'the smallest', sum: 'the sum'}[x.rollup];
  return /^derived__/.test(name) ? 'computed from other metrics' :
    x.type === 'other' ? 'the launch, the device or the tool: no counter' :
    {counter: 'the counter ', ratio: 'the ratio ', throughput: 'the throughput '}[x.type] + x.base + (over ? ', ' + over + ' over the units that have it' : '');
}

/* A window with all that is known of a metric. */
function show_metric(r, kernel, name) {
  var body = byId('metric').querySelector('div');
  return Promise.all([facts(r, 'metrics', kernel), request(r, 'metric', {kernel: kernel, words: name})]).then(function (both) {
    var m = (both[0].metrics || []).filter(function (x) { return x.name === name; })[0], x = both[1] && JSON.parse(both[1].text), dl = make('dl'), table = make('table'), all;
    function line(term, text) {
      if (!text) return;
      dl.appendChild(make('dt', term));
      dl.appendChild(make('dd', text));
    }
    if (!m || !x || !x.instances) return say(name + ' is not in this kernel.', true);
    byId('metric-name').textContent = name;
    body.textContent = '';
    line('Value', m.value + ' ' + m.unit);
    line('What it says', m.about);
    line('Unit', x.unit);
    line('Comes from', origin_of(name, x));
    line('Shown in', x.sections.join(', ') || 'no section of the page');
    line('Looked at by', x.rules.map(function (f) { return f.name + (f.info ? ': ' + f.info : ''); }).join('; '));
    body.appendChild(dl);
    if (x.instances.length > 0) {
      all = x.times ? x.instances : sorted(x.instances, 'exact', true);
      body.appendChild(make('h3', x.instance_count + ' instances' + (all.length < x.instance_count ? ', of the first ' + all.length : '') + (x.times ? ' by time' : ', the largest first') + (all.length > 200 ? ', 200 of them' : '')));
      [[x.times ? 'Time in ns' : 'Instance', 'Value']].concat(all.slice(0, 200).map(function (i) { return [i.id, i.value]; })).forEach(function (row, n) {
        var tr = table.insertRow();
        row.forEach(function (c, k) { tr.appendChild(make(n === 0 ? 'th' : 'td', c, k > 0 ? {'class': 'n'} : {})); });
      });
      body.appendChild(table);
    }
    byId('metric').showModal();
    return null;
  });
}

function context_panel(r, at) {
  return facts(r, 'context', at.kernel).then(function (c) {
    return function () {
      var ranges = c.ranges || [], stack = c.stack || [], ol;
      panel.appendChild(make('h3', 'NVTX ranges that were open'));
      if (ranges.length === 0) panel.appendChild(make('p', 'The report names none.', {'class': 'about'}));
      else {
        ol = make('ol', undefined, {'class': 'deep'});
        ranges.forEach(function (x, i) {
          var li = make('li', undefined, x.own ? {} : {'class': 'other'}), mark = make('span', '', {'class': 'mark'}), depth;
          for (depth = 0; depth < i && ranges[i - depth - 1].thread === x.thread && ranges[i - depth - 1].domain === x.domain && x.open === 'push';) depth++;
          li.style.paddingLeft = Math.min(depth, 20) + 'em';
          if (x.color !== undefined) mark.style.background = '#' + ('00000' + (x.color & 0xffffff).toString(16)).slice(-6);
          li.appendChild(mark);
          li.appendChild(make('b', x.name || '(no name)'));
          li.appendChild(make('small', (x.domain ? ' domain ' + x.domain + ',' : '') + ' thread ' + x.thread + (x.own ? ', which launched the kernel' : '') + (x.open === 'start' ? ', started and not ended' : '')));
          ol.appendChild(li);
        });
        panel.appendChild(ol);
      }
      panel.appendChild(make('h3', 'Calls that led to the launch, innermost first'));
      if (stack.length === 0) panel.appendChild(make('p', 'The report holds none (ncu --call-stack collects them).', {'class': 'about'}));
      else put_table(panel, r, at, [['function', 'Function'], ['place', 'Place'], ['module', 'Module'], ['address', 'Address']], stack.map(function (f) {
        return {'function': f['function'] || '(unknown)', place: f.file ? f.file + (f.line ? ':' + f.line : '') : '', module: f.module, address: f.address};
      }));
    };
  });
}

function show_panel(r, at) {
  var now = turn;
  return Promise.all([facts(r, 'list'), {metrics: metrics_panel, context: context_panel}[at.view](r, at)]).then(function (both) {
    var k = (both[0].results || []).filter(function (x) { return x.result === at.kernel; })[0], title;
    if (now !== turn) return;
    panel.textContent = '';
    title = make('h2', at.kernel + ' ' + (k ? k.name : ''), {id: 'panel-title'});
    panel.setAttribute('aria-labelledby', 'panel-title');
    panel.appendChild(title);
    if (k) both[1]();
    else panel.appendChild(make('p', 'The report has no such kernel.'));
    panel.scrollTop = 0;
  });
}

function place_of(kernel, view, asked) { return 'k' + kernel + (view === 'source' ? 'src' : view ? '/' + view : '') + (asked && String(asked) ? '?' + asked : ''); }

Array.prototype.forEach.call(views.querySelectorAll('[data-view]'), function (b) {
  b.addEventListener('click', function () { go(current, place_of(where(current).kernel, b.getAttribute('data-view'))); });
});

/* The next kernel, or the one before, in the same view; its source against the same baseline. */
function step(by) {
  var r = current, at = where(r), against = at.view === 'source' ? r.hash.replace(/^[^~]*/, '') : '';
  facts(r, 'list').then(function (l) {
    var all = (l.results || []).map(function (k) { return k.result; }), to = at.kernel < 0 ? 0 : all.indexOf(at.kernel) + by;
    if (r === current && all[to] !== undefined) go(r, place_of(all[to], at.view, at.asked) + against);
  });
}
byId('before').addEventListener('click', function () { step(-1); });
byId('after').addEventListener('click', function () { step(1); });

/* Notes ------------------------------------------------------------------------------------------------------------ */

/* Of a report a list of {kernel, section, name, text}: what somebody says of a kernel (section "") or of one of its sections, in place of
   the comment that the report has there. The browser keeps them under a digest of the report: its size, its first and last MiB. */
function read_notes(r) {
  return new Blob([r.file.size + ' ', r.file.slice(0, 1 << 20), r.file.slice(-1 << 20)]).arrayBuffer().then(function (b) { return crypto.subtle.digest('SHA-256', b); }).then(function (b) {
    return Array.prototype.map.call(new Uint8Array(b), function (x) { return (256 + x).toString(16).slice(1); }).join('');
  }).catch(function () { return r.file.size + ' ' + r.name; }).then(function (key) { /* of a page that may not compute one */
    r.key = 'notes of ' + key;
    try {
      r.notes = JSON.parse(localStorage.getItem(r.key) || '[]').filter(function (n) { return n.kernel >= 0 && [n.section, n.name, n.text].every(function (x) { return typeof x === 'string'; }); });
    } catch (e) { r.notes = []; }
  });
}

function note_at(r, kernel, section) { return r.notes.filter(function (n) { return n.kernel === kernel && n.section === section; })[0]; }

/* Puts a note where the page has the comment, in a tree that holds the kernel. */
function draw_note(tree, n, kept) {
  var heads = tree.querySelectorAll('h3[id^="k' + n.kernel + 's"]'), first = heads[0] && heads[0].parentNode, host, old, p;
  host = n.section === '' ? first ? first.parentNode : tree.querySelector('.kernel') || tree : (Array.prototype.filter.call(heads, function (h) { return h.textContent === n.name; })[0] || {}).parentNode;
  if (!host) return;
  old = Array.prototype.filter.call(host.children, function (e) { return e.className === 'said' && e.textContent.indexOf('Comment: ') === 0; })[0];
  p = make('p', 'Comment: ' + n.text, {'class': 'said', title: kept ? 'Kept in this browser; Save has a copy of the report with it' : ''});
  if (n.text !== '') host.insertBefore(p, old || (n.section === '' && first) || null);
  if (old) old.remove();
}
function draw_notes(r, tree, kernel) { r.notes.forEach(function (n) { if (n.kernel === kernel) draw_note(tree, n, true); }); }

/* Keeps a note, or forgets it where it says what the report says; own: the comment of the report. */
function keep_note(r, own, kernel, text) {
  var n = {kernel: kernel, section: own.section, name: own.name, text: text}, kept = text !== own.text, w = page.contentDocument;
  r.notes = r.notes.filter(function (x) { return x.kernel !== kernel || x.section !== own.section; }).concat(kept ? n : []);
  try {
    if (r.notes.length > 0) localStorage.setItem(r.key, JSON.stringify(r.notes));
    else localStorage.removeItem(r.key);
    say('');
  } catch (e) { say('The note is kept until this page is closed: the browser lets it store nothing.', true); }
  if (w && w.getElementById('k' + kernel)) draw_note(w.getElementById('k' + kernel), n, kept);
  draw_list();
}

var note = byId('note'), on = byId('on'), words = byId('words'), noted = null; /* what the note that is written is about */

/* Opens the note on the section or the line that the address names, else on the kernel. */
function write_note() {
  var r = current, at = where(r);
  if (at.kernel < 0) return;
  facts(r, 'context', at.kernel).then(function (c) {
    var line = /-([LI])([0-9a-f]+)(?:-(.*))?$/.exec(r.hash.replace(/[?~].*/, '')), section = /^k\d+s(\d+)/.exec(r.hash), fill;
    noted = {r: r, kernel: at.kernel, all: c.comments || []};
    on.textContent = '';
    noted.all.forEach(function (x, i) { on.appendChild(choice(i, i === 0 ? 'the kernel' : x.name)); });
    on.value = section && +section[1] + 1 < noted.all.length ? +section[1] + 1 : 0;
    fill = function () {
      var x = noted.all[on.value], kept = note_at(r, at.kernel, x.section);
      words.value = kept ? kept.text : x.text;
    };
    on.onchange = fill;
    fill();
    if (line) words.value += (words.value && '\n') + (line[1] === 'L' ? (line[3] ? line[3] + ':' : 'line ') + line[2] : 'instruction ' + line[2]) + ': ';
    note.showModal();
    words.focus();
  });
}
note.firstElementChild.addEventListener('submit', function (e) {
  if (e.submitter.value === 'keep') keep_note(noted.r, noted.all[on.value], noted.kernel, words.value.replace(/[\0\x1f]/g, ' ').replace(/\s+$/, ''));
});
byId('noting').addEventListener('click', write_note);

/* Search ----------------------------------------------------------------------------------------------------------- */

var MOST_HITS = 30, searched = 0, waits = false; /* for more to be typed */

function hit_list(title) {
  var h = make('h3', title), ul = make('ul');
  h.hidden = true;
  hits.appendChild(h);
  hits.appendChild(ul);
  return {
    put: function (r, hash, text, about) {
      var li = make('li'), a = make('a', text, {href: '#r' + r.number + '/' + hash});
      a.addEventListener('click', function (e) {
        e.preventDefault();
        hits.hidden = true;
        if (r === current) go(r, hash);
        else {
          r.hash = hash;
          show(r);
        }
      });
      li.appendChild(a);
      if (about) li.appendChild(make('small', ' ' + about));
      ul.appendChild(li);
      h.hidden = false;
    },
    more: function (n) {
      if (n > 0) ul.appendChild(make('li', n + ' more', {'class': 'about'}));
    }
  };
}

function search() {
  var now = ++searched, words = find.value.toLowerCase().trim(), parts = words.split(/\s+/), found = 0, where_found = make('p', 'Searching ...', {role: 'status'});
  function has(text) { text = text.toLowerCase(); return parts.every(function (w) { return text.indexOf(w) >= 0; }); }
  function of(r, text) { return [text, reports.length > 1 ? r.name : ''].filter(Boolean).join(', '); }
  waits = false;
  hits.textContent = '';
  hits.hidden = words === '';
  address('typed');
  if (words === '') return;
  hits.appendChild(where_found);
  var kernels = hit_list('Kernels'), metrics = hit_list('Metrics'), lines = hit_list('Source'), code = hit_list('Instructions');
  function stopped() { return now !== searched || hits.hidden; }
  function some(all, to, put) {
    all.slice(0, MOST_HITS).forEach(put);
    to.more(all.length - MOST_HITS);
    found += all.length;
  }
  each_in_turn(reports, function (r) {
    return stopped() ? null : facts(r, 'list').then(function (l) {
      if (stopped()) return;
      some((l.results || []).filter(function (k) { return has(k.result + ' ' + k.name + ' ' + (k.demangled || '')); }), kernels, function (k) {
        kernels.put(r, 'k' + k.result, k.result + ' ' + k.name, of(r, k.demangled && k.demangled !== k.name ? k.demangled : ''));
      });
    });
  }).then(function () {
    return each_in_turn(reports, function (r) {
      return stopped() ? null : facts(r, 'names').then(function (l) {
        var at = r === current && where(r).kernel;
        if (stopped()) return;
        some((l.names || []).filter(function (m) { return has(m.name + ' ' + m.about); }), metrics, function (m) {
          metrics.put(r, 'k' + (at >= 0 && at !== false ? at : m.first) + '/metrics?find=' + encodeURIComponent(m.name), m.name, of(r, m.about));
        });
      });
    });
  }).then(function () {
    var all = [];
    reports.forEach(function (r) { (r.kernels || []).forEach(function (k) { all.push([r, k]); }); });
    return each_in_turn(all, function (x) {
      return stopped() || found > 300 ? null : request(x[0], 'find', {kernel: x[1].result, words: words}).then(function (answer) {
        var l = answer === null ? {} : JSON.parse(answer.text);
        if (stopped()) return;
        some(l.lines || [], lines, function (s) {
          lines.put(x[0], 'k' + x[1].result + '-' + s.anchor, s.file + ':' + s.line + '  ' + s.text.trim(), of(x[0], 'in ' + x[1].result + ' ' + x[1].name));
        });
        some(l.instructions || [], code, function (s) {
          code.put(x[0], 'k' + x[1].result + '-' + s.anchor, s.offset + '  ' + s.text, of(x[0], 'in ' + x[1].result + ' ' + x[1].name + (s.line ? ', ' + s.file + ':' + s.line : '')));
        });
      });
    });
  }).then(function () {
    if (!stopped()) where_found.textContent = found === 0 ? 'Nothing has "' + find.value + '".' : found > 300 ? 'The first places that have it:' : found + ' found';
  });
}
find.addEventListener('input', function () {
  var now = ++searched;
  waits = true;
  setTimeout(function () { if (now === searched) search(); }, 200);
});
function search_again() { if (find.value !== '' && hits.hidden) search(); }
find.addEventListener('click', search_again);

function turn_report(by) { show(reports[(reports.indexOf(current) + by + reports.length) % reports.length]); }
function press(view) { if (!views.hidden) views.querySelector('[data-view="' + view + '"]').click(); }

/* What opens over the page: the drawer of reports and the tools that are used less, and on a narrow screen all tools. */
function open_menu(yes) {
  header.classList.toggle('open', yes);
  menu.setAttribute('aria-expanded', String(yes));
}
function shut() {
  drawer.open = false;
  if (!more.open) open_menu(false);
}
menu.addEventListener('click', function () { open_menu(!header.classList.contains('open')); });
d.addEventListener('click', function (e) {
  if (!more.contains(e.target)) more.open = false;
  if (!header.contains(e.target)) shut();
  else if (!drawer.contains(e.target)) drawer.open = false;
});

/* Those of viewer.html, "keys". */
var KEYS = {
  '/': function () { open_menu(true); find.focus(); find.select(); search_again(); },
  j: function () { step(1); },
  k: function () { step(-1); },
  l: function () { go(current, ''); },
  1: function () { press(''); },
  2: function () { press('source'); },
  3: function () { press('metrics'); },
  4: function () { press('context'); },
  r: function () { turn_report(1); },
  R: function () { turn_report(-1); },
  b: function () { open_menu(true); more.open = true; base.focus(); },
  n: write_note
}, help = byId('keys');

/* Arrows go through what is found, Escape closes it. */
function keys(e) {
  var links, at, free = !e.defaultPrevented && !e.ctrlKey && !e.metaKey && !e.altKey && !d.querySelector('dialog[open]') && !/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (free && (e.key === '?' || e.key === 'o' || current && KEYS.hasOwnProperty(e.key))) {
    e.preventDefault();
    if (e.key === '?') help.showModal();
    else if (e.key === 'o') byId('files').click();
    else KEYS[e.key]();
  } else if (e.key === 'Escape' && (more.open || drawer.open)) {
    (more.open ? more : drawer).firstElementChild.focus();
    more.open = drawer.open = false;
  } else if (e.key === 'Escape' && (waits || !hits.hidden)) {
    searched++;
    waits = false;
    hits.hidden = true;
    address('push');
    find.focus();
  } else if ((e.key === 'ArrowDown' || e.key === 'ArrowUp') && !hits.hidden && (e.target === find || hits.contains(e.target))) {
    links = Array.prototype.slice.call(hits.querySelectorAll('a'));
    at = links.indexOf(e.target) + (e.key === 'ArrowDown' ? 1 : -1);
    e.preventDefault();
    (at < 0 ? find : links[Math.min(at, links.length - 1)] || find).focus();
  } else if (e.key === 'Enter' && e.target === find && !hits.hidden && hits.querySelector('a')) hits.querySelector('a').click();
}
byId('help').addEventListener('click', function () { help.showModal(); });
d.addEventListener('keydown', keys);

/* Controls --------------------------------------------------------------------------------------------------------- */

function download(name, type, text) {
  var a = d.createElement('a'), url = URL.createObjectURL(new Blob([text], {type: type}));
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(function () { URL.revokeObjectURL(url); }, 10000);
}

save.addEventListener('change', function () {
  var what = save.value, r = current, ends = {html: ['.html', 'text/html'], details: ['.json', 'application/json'], raw: ['.csv', 'text/csv'],
    source: ['.source.csv', 'text/csv'], digest: ['.txt', 'text/plain'], diff: ['.diff.txt', 'text/plain']};
  save.value = '';
  if (!what || !r) return;
  if (what === 'copy') {
    ask('save', {id: r.id, comments: r.notes.map(function (n) { return [n.kernel, n.section, n.name, n.text, ''].join('\x1f'); }).join('')}).then(function (a) {
      if (a.lost || a.code === 4) return a.lost === 'stopped' ? null : recover(r, a.lost || 'no memory');
      if (a.code === 0) download(r.name.replace(/\.ncu-repz?$/, '') + '.notes.ncu-rep', 'application/octet-stream', a.bytes);
      return say(a.said, true);
    });
    return;
  }
  request(r, what).then(function (answer) {
    if (answer !== null) download(r.name.replace(/\.ncu-repz?$/, '') + ends[what][0], ends[what][1], answer.text);
  });
});
listen_base(base, 0);
match.addEventListener('change', function () { show(current, true); });
every.addEventListener('change', function () { show(current, true); });
dropped.addEventListener('change', function () { show(current, true); });
rules.addEventListener('change', function () { show(current, true); });
byId('close').addEventListener('click', function () {
  var gone = current, at = reports.indexOf(gone);
  if (at < 0) return; /* a second click, while the first one closes */
  reports.splice(at, 1);
  reports.forEach(function (r) {
    r.bases = r.bases.filter(function (b) { return b.report !== gone; });
    r.facts = {}; /* its number may come again */
  });
  current = null;
  drawn++;
  if (reports.length > 0) ask('close', {id: gone.id}).then(function () { show(reports[Math.min(at, reports.length - 1)], true, 'replace'); });
  else { /* a new reader frees the memory */
    page.onload = null;
    page.removeAttribute('srcdoc');
    ready = start();
    draw_list();
    address('replace');
    say('');
    byId('files').focus();
  }
});

/* Files, dropped or chosen; the same file may be chosen again. */
function over(e) {
  e.preventDefault();
  d.body.className = 'drop';
}
function drop(e) {
  e.preventDefault();
  d.body.className = '';
  if (e.dataTransfer && e.dataTransfer.files.length > 0) open_files(e.dataTransfer.files);
}
d.addEventListener('dragover', over);
d.addEventListener('dragleave', function (e) { if (!e.relatedTarget) d.body.className = ''; });
d.addEventListener('drop', drop);
byId('files').addEventListener('change', function (e) {
  var chosen = Array.prototype.slice.call(e.target.files);
  e.target.value = '';
  if (chosen.length > 0) open_files(chosen);
});
draw_list();

/* From elsewhere --------------------------------------------------------------------------------------------------- */

/* Origins whose reports this build takes, "self" first; "none": it may not fetch. tools/viewer.sh writes them. */
var from = d.querySelector('meta[name=from]').content.split(' '), may_fetch = from[0] === 'self';

/* Files of one's own making, which are there again after a reload. */
function handed(name, bytes) {
  var f = new File([bytes], String(name).replace(/^.*[/\\]/, ''));
  f.handed = true;
  return f;
}

function fetch_file(word) {
  var url = new URL(word, location.href);
  if (url.origin !== location.origin && from.indexOf(url.origin) < 0) return Promise.reject(new Error('this page may fetch from ' + from.join(', ').replace('self', location.origin) + ' alone'));
  return fetch(url).then(function (r) {
    if (!r.ok) throw new Error('the server answers ' + r.status + ' ' + r.statusText);
    return r.blob();
  }).then(function (b) { return handed(decodeURIComponent(url.pathname), b); });
}

function fetch_all(words) {
  var files = [], wrong = '';
  if (words.length === 0) return;
  if (!may_fetch) {
    say('This build of the page fetches nothing: open the report with the button.', true);
    return;
  }
  say('Fetching ' + words.join(', ') + ' ...');
  Promise.all(words.map(function (w) {
    return Promise.resolve(w).then(fetch_file).then(function (f) { files[words.indexOf(w)] = f; }, function (e) { wrong += w + ': ' + e.message + '\n'; });
  })).then(function () { return files.length > 0 && open_files(files.filter(Boolean)); }).then(function () {
    if (wrong) say(wrong + said.textContent, true);
  });
}

/* Messages, as docs/REPORTS.md has them: {ncurep: "open", files: [{name, bytes}]} from a page of the same origin or of one in the list. */
window.addEventListener('message', function (e) {
  var m = e.data, by = e.source;
  function good(f) { return f && typeof f.name === 'string' && (f.bytes instanceof ArrayBuffer || ArrayBuffer.isView(f.bytes) || f.bytes instanceof Blob); }
  function answer() {
    if (by) by.postMessage({ncurep: 'opened', names: reports.map(function (r) { return r.name; }), said: said.textContent}, e.origin);
  }
  if (!m || m.ncurep !== 'open') return;
  if (e.origin === 'null' || e.origin !== self.origin && from.indexOf(e.origin) < 0) say('A page of ' + e.origin + ' may not open files here.', true);
  else if (!Array.isArray(m.files) || !m.files.every(good)) say('A page of ' + e.origin + ' handed over what are no files.', true);
  else open_files(m.files.map(function (f) { return handed(f.name, f.bytes); })).then(answer);
});
[parent, window.opener].forEach(function (w) { if (w && w !== window) w.postMessage({ncurep: 'ready'}, '*'); });
byId('sample').hidden = !may_fetch;
fetch_all(new URLSearchParams(location.search).getAll('report'));
}());
