(function () {
'use strict';
var d = document, byId = function (id) { return d.getElementById(id); }, said = byId('said'), page = byId('page'), list = byId('reports'), tools = byId('tools');
var base = byId('base'), match = byId('match'), every = byId('every'), dropped = byId('dropped'), save = byId('save'), panel = byId('panel'), views = byId('views'), find = byId('find'), hits = byId('hits'), told = byId('told');
var WHAT = {html: 0, list: 1, details: 2, raw: 3, source: 4, digest: 5, diff: 6, frame: 7, kernel: 8, comparison: 9, metrics: 10, context: 11, find: 12, names: 13};
var worker = null, waiting = {}, number = 0, module = null, unpacker = null, ready, reports = [], texts = [], sections = [], current = null, drawn = 0, turn = 0;
var ADDRESS = /^#r(\d+)(?:\/(.*))?$/, wanted = location.hash.match(ADDRESS); /* an address to go to once its report is open */

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
    return each_in_turn(left, function (r) { return open_file(r.file); });
  }).then(function () {
    current = null;
    if (reports.length > 0) return show(reports[0], true);
    draw_list();
    return null;
  });
}

/* A page of a report; null, and said, where there is none. */
function request(r, what, more) {
  var m = {id: r.id, what: WHAT[what], kernel: -1, base: r.base ? r.base.report.id : -1, base_kernel: r.base ? r.base.kernel : -1,
    match: +match.value, every: every.checked, dropped: sections.length > 0 && dropped.checked};
  return ask('page', Object.assign(m, more)).then(function (answer) {
    if (answer.lost === 'stopped') return null;
    if (answer.lost || answer.code === 4) return recover(r, answer.lost || 'no memory').then(function () { return null; });
    return answer;
  });
}

/* A page that is JSON, kept with the report. */
function facts(r, what, kernel) {
  var key = what + (kernel === undefined ? '' : kernel);
  r.facts[key] = r.facts[key] || request(r, what, kernel === undefined ? {} : {kernel: kernel}).then(function (answer) {
    return answer === null ? {} : JSON.parse(answer.text);
  });
  return r.facts[key];
}

/* Files ------------------------------------------------------------------------------------------------------------ */

function open_file(file) {
  return ask('open', {name: file.name, file: file}).then(function (r) {
    if (!r.packed) return r;
    if (byId('zstd').textContent === '')
      return {id: -1, said: file.name + ': compressed, and this page was made without what unpacks it; "ncurep unpack" makes the report that it reads'};
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
    report = {name: file.name, file: file, id: r.id, hash: '', said: r.said, facts: {}, base: null};
    reports.push(report);
    return report;
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

/* What a file that is not a report may be: the tool for it and its verbs. */
var TOOLS = [
  {tool: 'nvprofile', verbs: ['lint', 'show'], name: /(-rc|\.rc)$/i, text: /"(rules|profiles)"\s*:/},
  {tool: 'drmfdinfo', verbs: ['watch'], name: /^sweeps\.txt$/, text: /^(#[^\n]*\n)*@ \d+/},
  {tool: 'drmfdinfo', verbs: ['show'], name: /^$/, text: /^drm-[a-z-]+:/m}
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
      article.appendChild(make('h3', by.tool + ' ' + by.verbs[i] + (played ? ' --replay' : '')));
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
    var back = wanted && reports[+wanted[1]];
    if (back) {
      back.hash = wanted[2] || '';
      wanted = null;
    }
    if (!back && !first && of_sections.length > 0 && current) first = current;
    if (!back && !first) say(wrong, !/^No mistake/.test(wrong));
    else return show(back || first, true).then(function () { if (wrong) say(wrong + said.textContent, true); });
    return null;
  }).catch(function (e) { say('These files could not be opened: ' + e.message, true); });
}

/* What is open, and with what it is compared ----------------------------------------------------------------------- */

function choice(value, text) { return make('option', text, {value: value}); }

var MOST_KERNELS = 500; /* of a report in the list of baselines */

function draw_list() {
  var own = current && current.base, options = [];
  list.textContent = '';
  reports.forEach(function (r, i) {
    var li = make('li'), b = make('button', r.name, {type: 'button', title: r.name});
    if (r === current) b.setAttribute('aria-current', 'true');
    b.addEventListener('click', function () { show(r); });
    li.appendChild(b);
    list.appendChild(li);
    if (r !== current) options.push(choice('r' + i, r.name));
  });
  base.textContent = '';
  base.appendChild(choice('', 'nothing'));
  options.forEach(function (o) { base.appendChild(o); });
  reports.forEach(function (r, i) {
    var group = make('optgroup', undefined, {label: 'a kernel of ' + r.name});
    (r.kernels || []).slice(0, MOST_KERNELS).forEach(function (k) { group.appendChild(choice('r' + i + 'k' + k.id, k.id + ' ' + k.name + (r === current ? '' : ', ' + r.name))); });
    if (r.kernels) base.appendChild(group);
  });
  base.value = own && reports.indexOf(own.report) >= 0 ? 'r' + reports.indexOf(own.report) + (own.kernel >= 0 ? 'k' + own.kernel : '') : '';
  tools.hidden = tools.disabled = current === null;
  if (current === null) page.hidden = panel.hidden = hits.hidden = true;
  told.hidden = told.children.length === 0;
  told.className = current ? '' : 'alone';
  byId('empty').hidden = current !== null || !told.hidden;
  match.parentNode.hidden = !own || own.kernel >= 0;
  save.querySelector('[value=diff]').disabled = !own;
  d.title = current ? current.name + ' - GPU reports' : 'GPU reports';
}

function draw_views() {
  var at = where(current), views_of = views.querySelectorAll('button');
  views.hidden = at.kernel < 0;
  Array.prototype.forEach.call(views_of, function (b) { b.setAttribute('aria-pressed', String(b.getAttribute('data-view') === at.view)); });
}

/* An address is what follows #r0/: "k3s2" or any other place of the page, "k3/metrics?find=dram". */
function where(r) {
  var m = (r ? r.hash : '').match(/^(?:k(\d+)[^/?]*)(?:\/(metrics|context|source)(?:\/L(\d+))?)?(?:\?(.*))?$/) || [];
  return {kernel: m[1] === undefined ? -1 : +m[1], view: m[2] || '', line: +m[3] || 0, asked: new URLSearchParams(m[4] || '')};
}

function address() {
  var own = current ? '#r' + reports.indexOf(current) + (current.hash ? '/' + current.hash : '') : '#';
  if (location.hash !== own) history.replaceState(null, '', own);
  draw_views();
}

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
function place(w, id, text) {
  var t = w.createElement('template'), inert = w.createElement('script'), own = /^k(\d+)$/.exec(id), before = null;
  t.innerHTML = text;
  settle(t.content);
  if (!own) {
    w.getElementById('all').insertBefore(t.content, w.getElementById('session'));
    return;
  }
  Array.prototype.forEach.call(t.content.querySelectorAll('table'), add_copy);
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

/* Sees to it that what an address leads to is in the page; false where it was left meanwhile. */
function ensure(r, hash) {
  var w = page.contentDocument, own = /^k(\d+)/.exec(hash), now = turn, mine = drawn;
  function get(id, what, more) {
    if (w.getElementById(id) || w.getElementById('i' + id.slice(1))) return Promise.resolve(true);
    return request(r, what, more).then(function (answer) {
      if (answer === null || mine !== drawn) return false;
      if (answer.code === 0 || answer.code === 3) place(w, id, answer.text);
      if (answer.said) say(answer.said, true);
      return true;
    });
  }
  if (own) return get('k' + own[1], 'kernel', {kernel: +own[1]});
  if (/^(comparison|c\d+)$/.test(hash)) return get('comparison', 'comparison');
  if (hash !== 'all') return Promise.resolve(true);
  return facts(r, 'list').then(function (l) {
    var all = l.results || [], n = 0;
    return each_in_turn(all, function (k) {
      if (now !== turn || mine !== drawn) return false;
      if (n++ % 20 === 0 && all.length > 20) say('Kernel ' + n + ' of ' + all.length + ' ...');
      return get('k' + k.id, 'kernel', {kernel: k.id});
    }).then(function () {
      if (now !== turn || mine !== drawn) return false;
      say('');
      return r.base ? get('comparison', 'comparison') : true;
    });
  });
}

/* Leads to an address of the report that is shown. */
function go(r, hash) {
  var now = ++turn, at;
  r.hash = hash;
  at = where(r);
  page.setAttribute('aria-busy', 'true');
  return ensure(r, at.view ? '' : hash).then(function (there) {
    if (!there || now !== turn) return null;
    page.removeAttribute('aria-busy');
    panel.hidden = at.view === '';
    page.hidden = !panel.hidden;
    if (at.view) return show_panel(r, at);
    if (page.contentWindow.location.hash.slice(1) !== hash) page.contentWindow.location.hash = hash;
    return null;
  }).then(address);
}

var IN_PAGE = '<style>:has(>.copy){position:relative}.copy{position:absolute;right:2px;top:2px;z-index:2;font:inherit;font-size:.8rem;line-height:1.2;color:var(--ink);background:var(--card);' +
  'border:1px solid var(--line);border-radius:4px;padding:.1rem .4rem;cursor:pointer;opacity:0}.copy::before{content:"Copy"}.copy:focus-visible,*:hover>.copy{opacity:1}' +
  '@media(hover:none){.copy{position:static;display:block;margin:0 0 .2rem auto;opacity:1}}@media print{.copy{display:none}}</style>';

/* What happens in the page. */
function listen(r) {
  var w = page.contentWindow, in_page = w.document;
  Array.prototype.forEach.call(in_page.querySelectorAll('#kernels table, #session table'), add_copy);
  in_page.addEventListener('click', function (e) {
    var a = e.target.closest && e.target.closest('a[href^="#"]'), b = e.target.closest && e.target.closest('.copy'), next;
    if (a) {
      e.preventDefault();
      go(r, a.getAttribute('href').slice(1));
    } else if (b) {
      for (next = b.nextSibling; next && next.tagName !== 'TABLE';) next = next.nextSibling;
      if (next) copy(next);
    }
  });
  w.addEventListener('hashchange', function () {
    var hash = w.location.hash.slice(1);
    if (hash === r.hash || page.hidden) return;
    r.hash = hash;
    address();
  });
  w.addEventListener('dragover', over);
  w.addEventListener('drop', drop);
  w.addEventListener('keydown', keys);
}

/* Shows a report, at the place where it was left in this page. anew: even if it is there. */
function show(r, anew) {
  var mine;
  if (r === current && !anew) return go(r, r.hash);
  mine = ++drawn;
  turn++;
  current = r;
  page.setAttribute('aria-busy', 'true');
  panel.hidden = true;
  page.hidden = false;
  draw_list();
  return request(r, 'frame').then(function (answer) {
    if (answer === null || mine !== drawn) return null;
    if (answer.text === '' && dropped.checked && sections.length > 0) { /* none of them is a section */
      dropped.checked = false;
      return show(r, true).then(function () { say(answer.said + said.textContent, true); });
    }
    if (answer.text === '') return say(answer.said || 'nothing to show', true);
    say(r.said + answer.said, true);
    return new Promise(function (resolve) {
      page.onload = function () {
        page.title = r.name;
        listen(r);
        resolve(go(r, r.hash));
      };
      /* Its own links would lead to this page. */
      page.srcdoc = answer.text.replace('<head>', '<head><base href="about:srcdoc"/>' + IN_PAGE);
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

/* A table that is searched and sorted, and whose choice the address keeps. columns: [member, title, class, member to sort by]. */
function put_table(to, r, at, columns, rows) {
  var table = make('table'), head = table.createTHead().insertRow(), body = table.createTBody(), input = make('input', undefined, {type: 'search', id: 'within', autocomplete: 'off', spellcheck: 'false'});
  var label = make('label', 'Search '), count = make('output', '', {'for': 'within'}), bar = make('p'), button = make('button', 'Copy table', {type: 'button'});
  var by = at.asked.get('sort') || '', down = by.charAt(0) === '-';
  function draw() {
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
    r.hash = r.hash.replace(/\?.*/, '') + (String(asked) ? '?' + asked : '');
    address();
  }
  columns.forEach(function (c) {
    var th = make('th', undefined, {scope: 'col'}), b = make('button', c[1], {type: 'button'});
    b.addEventListener('click', function () {
      down = by.replace(/^-/, '') === c[0] ? !down : c[2] === 'n';
      by = (down ? '-' : '') + c[0];
      draw();
    });
    if (c[2]) th.className = c[2];
    th.appendChild(b);
    head.appendChild(th);
  });
  rows.forEach(function (x) { x.text = columns.map(function (c) { return x[c[0]]; }).join(' ').toLowerCase(); });
  input.value = at.asked.get('find') || '';
  input.addEventListener('input', draw);
  button.addEventListener('click', function () { copy(table); });
  label.appendChild(input);
  [label, count, button].forEach(function (x) { bar.appendChild(x); });
  to.appendChild(bar);
  to.appendChild(table);
  draw();
}

function percent(a, b) { return typeof a !== 'number' || typeof b !== 'number' || a === 0 ? null : 100 * (b - a) / Math.abs(a); }

function metrics_panel(r, at) {
  var other = r.base && r.base.kernel >= 0 ? facts(r.base.report, 'metrics', r.base.kernel) : Promise.resolve(null);
  return Promise.all([facts(r, 'metrics', at.kernel), other]).then(function (both) {
    var columns = [['name', 'Metric'], ['value', 'Value', 'n', 'exact'], ['unit', 'Unit', 'u']], rows = (both[0].metrics || []).map(function (m) { return Object.assign({}, m); }), of = {};
    if (both[1]) {
      (both[1].metrics || []).forEach(function (m) { of[m.name] = m; });
      rows.forEach(function (m) {
        var b = of[m.name];
        if (!b) return;
        m.before = b.value + (b.unit !== m.unit ? ' ' + b.unit : '');
        m.part = percent(b.exact, m.exact);
        m.change = m.part === null ? '' : (m.part > 0 ? '+' : '') + m.part.toFixed(2) + '%';
      });
      columns.push(['before', 'Baseline', 'n'], ['change', 'Change', 'n', 'part']);
    }
    columns.push(['about', 'What it says']);
    return function () { put_table(panel, r, at, columns, rows); };
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

/* The code, a window of rows at a time: the reader sorts and searches. */
var KINDS = ['Instructions', 'Lines, with calls below', 'Lines', 'Files', 'PTX'], ROW = 22, WINDOW = 120, FLAGS = {ascending: 1, columns: 4, counted: 8};

function source_panel(r, at) {
  function rows(more) {
    return ask('rows', Object.assign({id: r.id, kernel: at.kernel, kind: 0, sort: -1, flags: 0, first: 0, count: 0, line: 0, words: ''}, more)).then(function (answer) {
      if (answer.lost === 'stopped') return {};
      if (answer.lost || answer.code === 4) return recover(r, answer.lost || 'no memory').then(function () { return {}; });
      return answer.code === 2 ? {} : JSON.parse(answer.text);
    });
  }
  return rows({flags: FLAGS.columns}).then(function (about) {
    return function () {
      var columns = about.columns || [], kinds = about.kinds || [], has = columns.some(function (c, i) { return about.sums[i] > 0; });
      var kind = make('select'), heat = make('select'), order = make('select'), input = make('input', undefined, {type: 'search', autocomplete: 'off', spellcheck: 'false'}), count = make('output', '');
      var box = make('div', undefined, {'class': 'rows', tabindex: '0', role: 'region', 'aria-label': 'Code'}), table = make('table'), head = table.createTHead().insertRow(), body = table.createTBody(), bar = make('p');
      var next = make('button', 'Next hottest', {type: 'button', 'aria-keyshortcuts': 'n'}), total = 0, most = 0, drawn_rows = 0, marked = -1, hottest = -1;
      function labelled(text, control) {
        var label = make('label', text + ' ');
        label.appendChild(control);
        bar.appendChild(label);
      }
      function heat_at() { return +heat.value; }
      function query() {
        return {kind: +kind.value, sort: order.value === '' ? -1 : heat_at(), flags: order.value === 'up' ? FLAGS.ascending : 0, words: input.value.trim()};
      }
      function keep_address(line) {
        var asked = new URLSearchParams(), c = columns[heat_at()];
        if (kind.value !== first_kind) asked.set('rows', kind.value);
        if (c && order.value) asked.set('sort', (order.value === 'up' ? '-' : '') + c.name);
        else if (c && c.name !== about.heat) asked.set('heat', c.name);
        if (input.value) asked.set('find', input.value);
        r.hash = 'k' + at.kernel + '/source' + (line ? '/L' + line : '') + (String(asked) ? '?' + asked : '');
        address();
      }
      function shown_columns() {
        var own = [heat_at()];
        columns.forEach(function (c, i) { if (c.shown && c.adds && i !== own[0] && about.sums[i] > 0 && own.length < 6) own.push(i); });
        return has ? own : [];
      }
      function title(c) { return c.label || c.name.replace(/^smsp__pcsamp_(warps_issue_)?/, '').replace(/_/g, ' '); }
      function draw_head() {
        head.textContent = '';
        if (has) head.appendChild(make('th', 'Heat', {scope: 'col', 'class': 'n'}));
        head.appendChild(make('th', +kind.value === 0 ? 'Offset' : 'Line', {scope: 'col', 'class': 'n'}));
        head.appendChild(make('th', +kind.value === 0 ? 'Instruction' : 'Text', {scope: 'col'}));
        shown_columns().forEach(function (i) { head.appendChild(make('th', title(columns[i]), {scope: 'col', 'class': 'n', title: columns[i].name})); });
        if (+kind.value === 0) head.appendChild(make('th', 'Place', {scope: 'col'}));
      }
      function pad(rows_of) {
        var tr = body.insertRow();
        tr.className = 'pad';
        tr.setAttribute('aria-hidden', 'true');
        tr.insertCell().style.height = rows_of * ROW + 'px';
        tr.style.height = rows_of * ROW + 'px';
      }
      function draw(answer) {
        var own = shown_columns(), c = columns[heat_at()], sum = about.sums[heat_at()], list = answer.rows || [];
        total = answer.total || 0;
        count.textContent = total + ' rows';
        body.textContent = '';
        table.setAttribute('aria-rowcount', String(total + 1));
        pad(answer.first || 0);
        list.forEach(function (x, i) {
          var tr = body.insertRow(), v = c ? +(x.counters[c.name] || 0) : 0, cell;
          tr.setAttribute('aria-rowindex', String(answer.first + i + 2));
          if (answer.first + i === marked) tr.setAttribute('aria-current', 'true');
          if (has) {
            cell = tr.insertCell();
            cell.className = 'heat n';
            cell.textContent = v > 0 ? (100 * v / sum).toFixed(1) + '%' : '';
            cell.style.setProperty('--h', most > 0 ? 100 * v / most : 0);
          }
          cell = make('th', x.line === undefined || +kind.value === 0 ? (x.offset === undefined ? '' : Number(x.offset).toString(16)) : (x.file ? x.file + ':' : '') + x.line, {scope: 'row', 'class': 'n mono'});
          tr.appendChild(cell);
          cell = tr.insertCell();
          cell.className = 'code';
          cell.textContent = x.sass || x.text || x.opcode || '';
          own.forEach(function (k) {
            cell = tr.insertCell();
            cell.className = 'n';
            v = x.counters[columns[k].name];
            cell.textContent = v === undefined ? '' : typeof v === 'number' ? String(+v.toPrecision(6)) : v;
          });
          if (+kind.value === 0) {
            cell = tr.insertCell();
            v = x.source && x.source[x.shown || 0];
            cell.textContent = v && v.line ? v.file.replace(/^.*[\\/]/, '') + ':' + v.line : '';
          }
          if (x.line && +kind.value !== 0) tr.addEventListener('click', function () { keep_address(x.line); });
        });
        pad(Math.max(0, total - (answer.first || 0) - list.length));
      }
      function fetch_rows() {
        var top = Math.floor(box.scrollTop / ROW), first = Math.max(0, top - 40), mine = ++drawn_rows;
        return rows(Object.assign(query(), {first: first, count: WINDOW})).then(function (answer) {
          if (mine === drawn_rows) draw(answer);
        });
      }
      function to_row(n) {
        marked = n;
        box.scrollTop = Math.max(0, n * ROW - box.clientHeight / 3);
        return fetch_rows();
      }
      /* The largest value of the column is that of the first row by it; a line of the address comes into sight. */
      function anew(line) {
        draw_head();
        marked = hottest = -1;
        return rows(Object.assign(query(), {sort: heat_at(), flags: 0, words: '', count: 1})).then(function (top) {
          var c = columns[heat_at()];
          most = c && top.rows && top.rows[0] ? +(top.rows[0].counters[c.name] || 0) : 0;
          return line ? rows(Object.assign(query(), {line: line})) : {};
        }).then(function (place) {
          box.scrollTop = 0;
          if (place.at !== undefined && place.at !== null) {
            pad(place.total);
            return to_row(place.at);
          }
          return fetch_rows();
        });
      }
      function hotter() {
        hottest++;
        rows(Object.assign(query(), {sort: heat_at(), flags: 0, first: hottest, count: 1})).then(function (one) {
          var x = one.rows && one.rows[0], at_row;
          if (!x || !(x.counters[columns[heat_at()].name] > 0)) {
            hottest = -1;
            say('No hotter row is left: the next is the hottest again.');
            return;
          }
          at_row = order.value === '' && input.value === '' ? x.row : hottest;
          if (x.line && +kind.value !== 0) keep_address(x.line);
          to_row(at_row);
        });
      }
      kinds.forEach(function (n, i) { if (n) kind.appendChild(choice(String(i), KINDS[i])); });
      columns.forEach(function (c, i) { if (about.sums[i] > 0) heat.appendChild(choice(String(i), title(c))); });
      [['', 'as it is'], ['down', 'hottest first'], ['up', 'coolest first']].forEach(function (x) { order.appendChild(choice(x[0], x[1])); });
      var first_kind = kinds[1] ? '1' : '0', own = columns.map(function (c) { return c.name; });
      kind.value = kinds[+at.asked.get('rows')] && at.asked.get('rows') !== null ? at.asked.get('rows') : first_kind;
      var by = at.asked.get('sort') || '', wanted_heat = by.replace(/^-/, '') || at.asked.get('heat') || about.heat;
      /* The column of that name, else the largest that has the word in its name. */
      columns.forEach(function (c, i) {
        var now_at = +heat.value;
        if (about.sums[i] > 0 && own[now_at] !== wanted_heat && (c.name === wanted_heat || (c.name.indexOf(wanted_heat) >= 0 &&
            (own[now_at].indexOf(wanted_heat) < 0 || about.sums[i] > about.sums[now_at])))) heat.value = String(i);
      });
      order.value = by === '' ? '' : by.charAt(0) === '-' ? 'up' : 'down';
      input.value = at.asked.get('find') || '';
      labelled('Rows', kind);
      if (has) {
        labelled('Heat', heat);
        labelled('Order', order);
      }
      labelled('Search', input);
      bar.appendChild(count);
      if (has) bar.appendChild(next);
      panel.appendChild(bar);
      if (kinds.length === 0) {
        panel.appendChild(make('p', 'The report does not hold the code of this kernel.'));
        bar.hidden = true;
        return;
      }
      if (!has) panel.appendChild(make('p', 'The report has no counters for it.', {'class': 'about'}));
      box.appendChild(table);
      panel.appendChild(box);
      [kind, heat, order].forEach(function (x) { x.addEventListener('change', function () { keep_address(0); anew(0); }); });
      input.addEventListener('input', function () { keep_address(0); anew(0); });
      next.addEventListener('click', hotter);
      box.addEventListener('keydown', function (e) { if (e.key === 'n' && !e.ctrlKey && !e.metaKey) hotter(); });
      box.addEventListener('scroll', function () {
        var mine = ++drawn_rows;
        requestAnimationFrame(function () { if (mine === drawn_rows) fetch_rows(); });
      });
      anew(at.line);
    };
  });
}

function show_panel(r, at) {
  var now = turn;
  return Promise.all([facts(r, 'list'), {metrics: metrics_panel, context: context_panel, source: source_panel}[at.view](r, at)]).then(function (both) {
    var k = (both[0].results || []).filter(function (x) { return x.id === at.kernel; })[0], title;
    if (now !== turn) return;
    panel.textContent = '';
    panel.className = at.view === 'source' ? 'full' : '';
    title = make('h2', at.kernel + ' ' + (k ? k.name : ''), {id: 'panel-title'});
    panel.setAttribute('aria-labelledby', 'panel-title');
    panel.appendChild(title);
    if (k) both[1]();
    else panel.appendChild(make('p', 'The report has no such kernel.'));
    panel.scrollTop = 0;
  });
}

Array.prototype.forEach.call(views.querySelectorAll('button'), function (b) {
  b.addEventListener('click', function () {
    var view = b.getAttribute('data-view'), at = where(current);
    go(current, 'k' + at.kernel + (view ? '/' + view : ''));
  });
});

/* Search ----------------------------------------------------------------------------------------------------------- */

var MOST_HITS = 30, searched = 0;

function hit_list(title) {
  var h = make('h3', title), ul = make('ul');
  h.hidden = true;
  hits.appendChild(h);
  hits.appendChild(ul);
  return {
    put: function (r, hash, text, about) {
      var li = make('li'), a = make('a', text, {href: '#r' + reports.indexOf(r) + '/' + hash});
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
  function of(r, text) { return text + (reports.length > 1 ? ', ' + r.name : ''); }
  hits.textContent = '';
  hits.hidden = words === '';
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
      some((l.results || []).filter(function (k) { return has(k.id + ' ' + k.name + ' ' + (k.demangled || '')); }), kernels, function (k) {
        kernels.put(r, 'k' + k.id, k.id + ' ' + k.name, of(r, k.demangled && k.demangled !== k.name ? k.demangled : ''));
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
      return stopped() || found > 300 ? null : request(x[0], 'find', {kernel: x[1].id, words: words}).then(function (answer) {
        var l = answer === null ? {} : JSON.parse(answer.text);
        if (stopped()) return;
        some(l.lines || [], lines, function (s) {
          lines.put(x[0], 'k' + x[1].id + '/source/L' + s.line, s.file + ':' + s.line + '  ' + s.text.trim(), of(x[0], 'in ' + x[1].id + ' ' + x[1].name));
        });
        some(l.instructions || [], code, function (s) {
          code.put(x[0], 'k' + x[1].id + '/source?rows=0&find=' + encodeURIComponent(s.text), s.offset + '  ' + s.text, of(x[0], 'in ' + x[1].id + ' ' + x[1].name + (s.line ? ', ' + s.file + ':' + s.line : '')));
        });
      });
    });
  }).then(function () {
    if (!stopped()) where_found.textContent = found === 0 ? 'Nothing has "' + find.value + '".' : found > 300 ? 'The first places that have it:' : found + ' found';
  });
}
find.addEventListener('input', function () {
  var now = ++searched;
  setTimeout(function () { if (now === searched) search(); }, 200);
});
find.addEventListener('focus', function () { if (find.value !== '' && hits.hidden) search(); });

/* Keys: / searches, arrows go through what is found, Escape closes it. */
function keys(e) {
  var links, at;
  if (e.key === '/' && current && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) {
    e.preventDefault();
    find.focus();
    find.select();
  } else if (e.key === 'Escape' && !hits.hidden) {
    hits.hidden = true;
    find.focus();
  } else if ((e.key === 'ArrowDown' || e.key === 'ArrowUp') && !hits.hidden && (e.target === find || hits.contains(e.target))) {
    links = Array.prototype.slice.call(hits.querySelectorAll('a'));
    at = links.indexOf(e.target) + (e.key === 'ArrowDown' ? 1 : -1);
    e.preventDefault();
    (at < 0 ? find : links[Math.min(at, links.length - 1)] || find).focus();
  } else if (e.key === 'Enter' && e.target === find && !hits.hidden && hits.querySelector('a')) hits.querySelector('a').click();
}
d.addEventListener('keydown', keys);

/* On a narrow screen, what is used less is shut. */
(function () {
  var narrow = window.matchMedia('(max-width: 560px)'), set = function () { byId('more').open = !narrow.matches; };
  narrow.addEventListener('change', set);
  set();
}());

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
  request(r, what).then(function (answer) {
    if (answer !== null) download(r.name.replace(/\.ncu-repz?$/, '') + ends[what][0], ends[what][1], answer.text);
  });
});
base.addEventListener('change', function () {
  var m = base.value.match(/^r(\d+)(?:k(\d+))?$/);
  current.base = m ? {report: reports[+m[1]], kernel: m[2] === undefined ? -1 : +m[2]} : null;
  show(current, true);
});
match.addEventListener('change', function () { show(current, true); });
every.addEventListener('change', function () { show(current, true); });
dropped.addEventListener('change', function () { show(current, true); });
byId('close').addEventListener('click', function () {
  var gone = current, at = reports.indexOf(gone);
  reports.splice(at, 1);
  reports.forEach(function (r) { if (r.base && r.base.report === gone) r.base = null; });
  current = null;
  drawn++;
  if (reports.length > 0) ask('close', {id: gone.id}).then(function () { show(reports[Math.min(at, reports.length - 1)]); });
  else { /* a new reader frees the memory */
    page.onload = null;
    page.removeAttribute('srcdoc');
    ready = start();
    draw_list();
    address();
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
window.addEventListener('hashchange', function () {
  var to = location.hash.match(ADDRESS), r = to && reports[+to[1]];
  if (!r) return;
  if (r === current) go(r, to[2] || '');
  else {
    r.hash = to[2] || '';
    show(r);
  }
});
draw_list();
}());
