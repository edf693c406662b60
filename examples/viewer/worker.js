/* Reads reports and renders pages, away from the page's own thread. */
'use strict';
var wasm, files = [], MOST = 64 * 1024 * 1024;

/* A file: all in memory if it is small; of a larger one, the part read last. */
function read(number, at, to, size) {
  var f = files[number], start, part;
  try {
    if (!f.bytes || at < f.from || at + size > f.from + f.bytes.length) {
      start = f.file.size <= MOST ? 0 : at;
      part = f.file.size <= MOST ? f.file : f.file.slice(at, at + Math.max(size, 1 << 20));
      f.bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(part));
      f.from = start;
    }
  } catch (e) {
    return 0; /* the file changed or is gone */
  }
  part = f.bytes.subarray(at - f.from, at - f.from + size);
  new Uint8Array(wasm.memory.buffer).set(part, to);
  return part.length;
}

/* What the C library asks of its host: clock, exit, standard error; the rest is missing. */
function host() {
  var failing = function () { return 52; }, names = WebAssembly.Module.imports(wasm.module), out = {page: {read: read}}, own = {
    clock_time_get: function (id, precision, to) { new DataView(wasm.memory.buffer).setBigUint64(to, BigInt(Date.now()) * 1000000n, true); return 0; },
    environ_sizes_get: function (count, size) { var v = new DataView(wasm.memory.buffer); v.setUint32(count, 0, true); v.setUint32(size, 0, true); return 0; },
    environ_get: function () { return 0; },
    fd_prestat_get: function () { return 8; },
    fd_write: function (fd, list, count, written) {
      var v = new DataView(wasm.memory.buffer), n = 0, i;
      for (i = 0; i < count; i++) n += v.getUint32(list + 8 * i + 4, true);
      v.setUint32(written, n, true);
      return 0;
    },
    proc_exit: function () { throw new Error('no memory'); }
  };
  names.forEach(function (n) {
    if (!out[n.module]) out[n.module] = {};
    if (!out[n.module][n.name]) out[n.module][n.name] = own[n.name] || failing;
  });
  return out;
}

function text_at(at, size) { return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at, size)); }

function messages() {
  var at = wasm.viewer_messages(), bytes = new Uint8Array(wasm.memory.buffer), end = at;
  while (bytes[end] !== 0) end++;
  return text_at(at, end - at);
}

function add(name, file, call) {
  var bytes = new TextEncoder().encode(name), room = wasm.viewer_room(bytes.length + 1);
  new Uint8Array(wasm.memory.buffer).set(bytes, room);
  files.push({file: file});
  return wasm[call](files.length - 1, file.size, bytes.length);
}

var jobs = {
  start: function (m) {
    var instance;
    wasm = {module: m.module};
    instance = new WebAssembly.Instance(m.module, host());
    Object.keys(instance.exports).forEach(function (k) { wasm[k] = instance.exports[k]; });
    wasm._initialize();
    return {};
  },
  open: function (m) {
    var id = add(m.name, m.file, 'viewer_open');
    return {id: id, said: messages()};
  },
  text: function (m) { return {id: add(m.name, m.file, 'viewer_add_text')}; },
  close: function (m) { wasm.viewer_close(m.id); return {}; },
  page: function (m) {
    var code = wasm.viewer_page(m.id, m.what, m.base, m.match, m.every ? 1 : 0), at = wasm.viewer_text(), size = wasm.viewer_size();
    return {code: code, said: messages(), text: text_at(at, size)};
  }
};

onmessage = function (e) {
  var out;
  try {
    out = jobs[e.data.job](e.data);
  } catch (error) {
    out = {lost: String(error && error.message || error)};
  }
  out.number = e.data.number;
  postMessage(out);
};
