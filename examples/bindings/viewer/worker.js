/* Reads reports and renders pages, away from the page's own thread. */
'use strict';
var wasm, files = [], unpacker = null, parts, MOST = 64 * 1024 * 1024, PART = 1024 * 1024, PARTS = 24, UNPACKED = 32 * MOST;

/* Bytes of a file: of a small one all are kept, of a larger one the parts read last. */
function part_of(f, n) {
  var own = f.parts.get(n), bytes;
  if (own) f.parts.delete(n);
  else {
    bytes = f.file.size <= MOST ? f.file : f.file.slice(n * PART, (n + 1) * PART);
    own = new Uint8Array(new FileReaderSync().readAsArrayBuffer(bytes));
    if (f.parts.size >= PARTS) f.parts.delete(f.parts.keys().next().value);
  }
  f.parts.set(n, own);
  return own;
}
function read(number, at, to, size) {
  var f = files[number], whole = f.file.size <= MOST, left = Math.min(size, f.file.size - at), done = 0, own, from;
  try {
    while (done < left) {
      own = part_of(f, whole ? 0 : Math.floor((at + done) / PART));
      from = whole ? at : (at + done) % PART;
      own = own.subarray(from, from + left - done);
      if (own.length === 0) break;
      new Uint8Array(wasm.memory.buffer).set(own, to + done);
      done += own.length;
    }
  } catch (e) {
    return 0; /* the file changed or is gone */
  }
  return done;
}

/* What is unpacked or saved goes to blobs, which the browser may keep on disk. */
function write(at, size) {
  parts.push(new Uint8Array(wasm.memory.buffer, at, size).slice());
  if (parts.length > 256) parts = [new Blob(parts)];
  return 1;
}
function step(input, input_size, output, output_size) {
  var v = new DataView(wasm.memory.buffer), z = unpacker, state;
  new Uint8Array(z.memory.buffer).set(new Uint8Array(wasm.memory.buffer, input, v.getUint32(input_size, true)), z.step_input());
  state = z.step_run(v.getUint32(input_size, true), v.getUint32(output_size, true));
  v.setUint32(input_size, z.step_took(), true);
  v.setUint32(output_size, z.step_put(), true);
  new Uint8Array(wasm.memory.buffer).set(new Uint8Array(z.memory.buffer, z.step_output(), z.step_put()), output);
  return state;
}

/* What the C library asks of its host: clock, exit, standard error; the rest is missing. */
function host(module) {
  var failing = function () { return 52; }, names = WebAssembly.Module.imports(module), out = {page: {read: read, write: write, step: step}}, own = {
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

/* Runs a tool as a process that sees these files, names and bytes: what it prints, then its messages, and its exit code. */
function run_tool(module, args, files) {
  var memory, out = [[], []], opened = [], code = 0, words = args.map(function (a) { return new TextEncoder().encode(a + '\0'); }), names = {}, own;
  function view() { return new DataView(memory.buffer); }
  function size_of(list) { return list.reduce(function (n, w) { return n + w.length; }, 0); }
  function find(from, length) {
    var path = new TextDecoder().decode(new Uint8Array(memory.buffer, from, length)).replace(/^\.\//, ''), found = files.filter(function (f) { return f.name === path; });
    return found.length > 0 ? found[0].bytes : null;
  }
  function put_stat(to, bytes) {
    if (!bytes) return 44;
    new Uint8Array(memory.buffer, to, 64).fill(0);
    view().setUint8(to + 16, 4);
    view().setBigUint64(to + 32, BigInt(bytes.length), true);
    return 0;
  }
  function each_part(list, count, f) {
    var i, n = 0;
    for (i = 0; i < count; i++) n += f(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
    return n;
  }
  own = {
    args_sizes_get: function (count, size) { view().setUint32(count, words.length, true); view().setUint32(size, size_of(words), true); return 0; },
    args_get: function (list, to) {
      words.forEach(function (w, i) {
        view().setUint32(list + 4 * i, to, true);
        new Uint8Array(memory.buffer).set(w, to);
        to += w.length;
      });
      return 0;
    },
    environ_sizes_get: function (count, size) { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
    environ_get: function () { return 0; },
    clock_time_get: function (id, precision, to) { view().setBigUint64(to, BigInt(Date.now()) * 1000000n, true); return 0; },
    /* 3 is the folder of the files, 4 the first one that was opened. */
    fd_prestat_get: function (fd, to) {
      if (fd !== 3) return 8;
      view().setUint32(to, 0, true);
      view().setUint32(to + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name: function (fd, to) { view().setUint8(to, 47); return 0; },
    fd_fdstat_get: function (fd, to) {
      new Uint8Array(memory.buffer, to, 24).fill(255);
      view().setUint32(to, fd === 3 ? 3 : 4, true);
      return 0;
    },
    path_open: function (fd, how, from, length, mode, rights, inherited, flags, to) {
      var bytes = find(from, length);
      if (!bytes) return 44;
      view().setUint32(to, 3 + opened.push({bytes: bytes, at: 0}), true);
      return 0;
    },
    path_filestat_get: function (fd, how, from, length, to) { return put_stat(to, find(from, length)); },
    fd_filestat_get: function (fd, to) { return opened[fd - 4] ? put_stat(to, opened[fd - 4].bytes) : 8; },
    fd_read: function (fd, list, count, to) {
      var f = opened[fd - 4];
      if (!f) return 8;
      view().setUint32(to, each_part(list, count, function (p, size) {
        var part = f.bytes.subarray(f.at, f.at + size);
        new Uint8Array(memory.buffer).set(part, p);
        f.at += part.length;
        return part.length;
      }), true);
      return 0;
    },
    fd_close: function () { return 0; },
    fd_write: function (fd, list, count, to) {
      view().setUint32(to, each_part(list, count, function (p, size) {
        out[fd - 1].push(new Uint8Array(memory.buffer, p, size).slice());
        return size;
      }), true);
      return 0;
    },
    proc_exit: function (n) {
      code = n;
      throw own;
    }
  };
  WebAssembly.Module.imports(module).forEach(function (n) {
    names[n.module] = names[n.module] || {};
    names[n.module][n.name] = own[n.name] || function () { return 52; };
  });
  try {
    own.all = new WebAssembly.Instance(module, names).exports;
    memory = own.all.memory;
    own.all._start();
  } catch (e) {
    if (e !== own) throw e;
  }
  return {code: code, text: new FileReaderSync().readAsText(new Blob(out[0].concat(out[1])))};
}

function text_at(at, size) { return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at, size)); }

function messages() {
  var at = wasm.viewer_messages(), bytes = new Uint8Array(wasm.memory.buffer), end = at;
  while (bytes[end] !== 0) end++;
  return text_at(at, end - at);
}

/* A text, ended by a zero, into the room; its size without that. */
function pass(text) {
  var bytes = new TextEncoder().encode(text + '\0'), room = wasm.viewer_room(bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, room);
  return bytes.length - 1;
}

function add(name, file) {
  files.push({file: file, parts: new Map()});
  return pass(name);
}

function answer(code) {
  return {code: code, said: messages(), text: text_at(wasm.viewer_text(), wasm.viewer_size()), memory: wasm.memory.buffer.byteLength};
}

var jobs = {
  start: function (m) {
    var instance;
    wasm = {};
    instance = new WebAssembly.Instance(m.module, host(m.module));
    Object.keys(instance.exports).forEach(function (k) { wasm[k] = instance.exports[k]; });
    wasm._initialize();
    return {};
  },
  /* packed: it is compressed, and comes again with what unpacks it. */
  open: function (m) {
    var size = add(m.name, m.file), id = wasm.viewer_open(files.length - 1, m.file.size, size), code;
    if (id !== -2) return {id: id, said: messages()};
    if (!m.unpacker) return {packed: true};
    unpacker = new WebAssembly.Instance(m.unpacker, host(m.unpacker)).exports;
    parts = [];
    unpacker._initialize();
    code = wasm.viewer_unpack(files.length - 1, m.file.size, UNPACKED, pass(m.name));
    unpacker = null; /* and its memory */
    if (code !== 0) {
      parts = [];
      return {id: -1, said: messages()};
    }
    size = add(m.name, new Blob(parts));
    parts = [];
    id = wasm.viewer_open(files.length - 1, files[files.length - 1].file.size, size);
    return {id: id === -2 ? -1 : id, said: id === -2 ? m.name + ': compressed twice' : messages()};
  },
  text: function (m) {
    var size = add(m.name, m.file);
    return {id: wasm.viewer_add_text(files.length - 1, m.file.size, size)};
  },
  section: function (m) {
    var size = add(m.name, m.file), code = wasm.viewer_add_section(files.length - 1, m.file.size, size);
    return {code: code, said: messages()};
  },
  tool: function (m) {
    if (m.files.some(function (f) { return f.file.size > MOST; })) return {code: 3, text: 'larger than 64 MiB'};
    return run_tool(m.module, m.args, m.files.map(function (f) { return {name: f.name, bytes: new Uint8Array(new FileReaderSync().readAsArrayBuffer(f.file))}; }));
  },
  close: function (m) { wasm.viewer_close(m.id); return {}; },
  save: function (m) {
    var code, bytes;
    parts = [];
    pass(m.comments);
    code = wasm.viewer_save(m.id);
    bytes = new Blob(parts);
    parts = [];
    return {code: code, said: messages(), bytes: bytes};
  },
  page: function (m) {
    if (m.words) pass(m.words);
    m.bases.forEach(function (b) { wasm.viewer_baseline(b[0], b[1]); });
    return answer(wasm.viewer_page(m.what, m.id, m.kernel, m.match, (m.every ? 1 : 0) + (m.dropped ? 2 : 0) + (m.rules ? 4 : 0)));
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
