(function () {
'use strict';
var d = document, said = d.getElementById('said'), page = d.getElementById('page'), list = d.getElementById('reports'), tools = d.getElementById('tools');
var base = d.getElementById('base'), match = d.getElementById('match'), every = d.getElementById('every'), save = d.getElementById('save');
var WHAT = {html: 0, list: 1, details: 2, raw: 3, source: 4, digest: 5, diff: 6};
var worker = null, waiting = {}, number = 0, module = null, ready, reports = [], texts = [], current = null, drawn = 0;
var wanted = (location.hash.match(/^#r(\d+)(?:\/(.*))?$/) || []); /* an address to go to once its report is open */

function say(text, bad) {
  said.textContent = text;
  said.className = bad ? 'bad' : '';
}

/* The worker: handles one request after the other; each gets a promise. */
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
    delete waiting[e.data.number];
    if (resolve) resolve(e.data);
  };
  return ask('start', {module: module}).then(function (r) {
    if (r.lost && r.lost !== 'stopped') throw new Error(r.lost); /* stopped: another one took its place */
    return texts.reduce(function (p, t) { return p.then(function () { return ask('text', t); }); }, Promise.resolve());
  });
}

ready = (function () {
  var packed = Uint8Array.from(atob(d.getElementById('wasm').textContent), function (c) { return c.charCodeAt(0); });
  if (typeof DecompressionStream === 'undefined' || typeof WebAssembly === 'undefined') return Promise.reject(new Error('this browser is too old'));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    .then(function (bytes) { return WebAssembly.compile(bytes); })
    .then(function (m) { module = m; return start(); });
}());
ready.catch(function (e) { say('The reader could not be started: ' + e.message, true); });

/* After the reader broke: starts a new one, with the open reports except the one that broke it. */
function recover(broken, why) {
  var left = reports.filter(function (r) { return r !== broken; });
  say((broken ? broken.name + ': ' : '') + (why === 'no memory' ? 'there is not enough memory for it' : 'it could not be shown: ' + why), true);
  reports = [];
  return start().then(function () {
    return left.reduce(function (p, r) { return p.then(function () { return open_file(r.file); }); }, Promise.resolve());
  }).then(function () {
    current = reports[0] || null;
    draw_list();
  });
}

function open_file(file) {
  return ask('open', {name: file.name, file: file}).then(function (r) {
    var report;
    if (r.lost === 'stopped') return null;
    if (r.lost) return recover(null, r.lost);
    if (r.id < 0) {
      say(r.said || file.name + ': cannot be read', true);
      return null;
    }
    report = {name: file.name, file: file, id: r.id, hash: '', said: r.said};
    reports.push(report);
    return report;
  });
}

function is_text(name) { return /\.(cu|cuh|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|py|ptx)$/i.test(name); }

function open_files(files) {
  var all = Array.prototype.slice.call(files), first = null;
  say('Reading ...');
  all.filter(function (f) { return is_text(f.name); }).forEach(function (f) {
    var t = {name: f.name, file: f};
    texts.push(t);
    ready = ready.then(function () { return ask('text', t); });
  });
  return ready.then(function () {
    say('');
    return all.filter(function (f) { return !is_text(f.name); }).reduce(function (p, f) {
      return p.then(function () { return open_file(f); }).then(function (r) { first = first || r; });
    }, Promise.resolve());
  }).then(function () {
    var back = wanted.length > 0 && reports[+wanted[1]];
    if (back) {
      back.hash = wanted[2] || '';
      wanted = [];
    }
    if (back || first) show(back || first);
  }).catch(function (e) { say('These files could not be opened: ' + e.message, true); });
}

function choice(value, text) {
  var o = d.createElement('option');
  o.value = value;
  o.textContent = text;
  return o;
}

function draw_list() {
  var chosen = current && current.base;
  list.textContent = '';
  base.textContent = '';
  base.appendChild(choice('', 'nothing'));
  reports.forEach(function (r, i) {
    var li = d.createElement('li'), b = d.createElement('button');
    b.type = 'button';
    b.textContent = b.title = r.name;
    if (r === current) b.setAttribute('aria-current', 'true');
    b.addEventListener('click', function () { show(r); });
    li.appendChild(b);
    list.appendChild(li);
    if (r !== current) base.appendChild(choice(String(i), r.name));
  });
  base.value = chosen && reports.indexOf(chosen) >= 0 ? String(reports.indexOf(chosen)) : '';
  tools.hidden = tools.disabled = current === null;
  page.hidden = current === null;
  d.getElementById('empty').hidden = current !== null;
  match.parentNode.hidden = base.value === '';
  save.querySelector('[value=diff]').disabled = base.value === '';
  d.title = current ? current.name + ' - GPU reports' : 'GPU reports';
}

function address() {
  var own = current ? '#r' + reports.indexOf(current) + (current.hash ? '/' + current.hash : '') : '#';
  if (location.hash !== own) history.replaceState(null, '', own);
}

function request(r, what) {
  return ask('page', {id: r.id, what: WHAT[what], base: r.base ? r.base.id : -1, match: +match.value, every: every.checked});
}

/* Shows a report, at the place where it was left in this page. */
function show(r) {
  var turn = ++drawn;
  current = r;
  page.setAttribute('aria-busy', 'true');
  draw_list();
  return request(r, 'html').then(function (answer) {
    if (turn !== drawn || answer.lost === 'stopped') return null;
    if (answer.lost || answer.code === 4) return recover(r, answer.lost || 'no memory');
    if (answer.code === 2) return say('nothing to show', true);
    r.text = answer.text;
    say(r.said + answer.said, true);
    page.onload = function () {
      var w = page.contentWindow;
      page.title = r.name;
      page.removeAttribute('aria-busy');
      w.addEventListener('hashchange', function () {
        r.hash = w.location.hash.slice(1);
        address();
      });
      w.addEventListener('dragover', over);
      w.addEventListener('drop', drop);
      if (r.hash) w.location.hash = r.hash;
      address();
    };
    /* Its own links would lead to this page. */
    page.srcdoc = answer.text.replace('<head>', '<head><base href="about:srcdoc"/>');
    return null;
  });
}

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
    if (answer.lost || answer.code === 4) recover(r, answer.lost || 'no memory');
    else download(r.name.replace(/\.ncu-repz?$/, '') + ends[what][0], ends[what][1], answer.text);
  });
});
base.addEventListener('change', function () {
  current.base = base.value === '' ? null : reports[+base.value];
  show(current);
});
match.addEventListener('change', function () { show(current); });
every.addEventListener('change', function () { show(current); });
d.getElementById('close').addEventListener('click', function () {
  var gone = current, at = reports.indexOf(gone);
  reports.splice(at, 1);
  reports.forEach(function (r) { if (r.base === gone) r.base = null; });
  current = null;
  if (reports.length > 0) ask('close', {id: gone.id}).then(function () { show(reports[Math.min(at, reports.length - 1)]); });
  else { /* a new reader frees the memory */
    drawn++;
    page.onload = null;
    page.removeAttribute('srcdoc');
    ready = start();
    draw_list();
    address();
    say('');
    d.getElementById('files').focus();
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
d.getElementById('files').addEventListener('change', function (e) {
  var chosen = Array.prototype.slice.call(e.target.files);
  e.target.value = '';
  if (chosen.length > 0) open_files(chosen);
});
window.addEventListener('hashchange', function () {
  var to = location.hash.match(/^#r(\d+)(?:\/(.*))?$/), r = to && reports[+to[1]];
  if (!r) return;
  r.hash = to[2] || '';
  if (r === current && page.contentWindow) page.contentWindow.location.hash = r.hash;
  else show(r);
});
draw_list();
}());
