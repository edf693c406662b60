// A stand-in for the module that VS Code gives to extensions: what examples/editors/vscode calls, and no more. What an extension
// registers is kept in "kept"; "fire" and "open" do what the editor does.
const fs = require('fs');

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(a, b, c, d) {
    if ([a, b, c, d].some(x => !Number.isInteger(x) || x < 0)) throw new TypeError('a range of ' + [a, b, c, d]);
    this.start = new Position(a, b);
    this.end = new Position(c, d);
  }
}
class Uri {
  constructor(path) { Object.assign(this, { scheme: 'file', path, fsPath: path }); }
  static file(path) { return new Uri(path); }
  static parse(text) {
    if (!text.startsWith('file:///')) throw new TypeError('not a file: ' + text);
    return new Uri(decodeURIComponent(text.slice(7)));
  }
  static joinPath(uri, ...more) { return new Uri([uri.path, ...more].join('/')); }
  toString() { return 'file://' + this.path.split('/').map(encodeURIComponent).join('/'); }
}
const record = (...names) => class { constructor(...values) { names.forEach((n, i) => { this[n] = values[i]; }); } };
class WorkspaceEdit {
  constructor() { this.all = new Map(); }
  set(uri, edits) { this.all.set(uri.toString(), edits); }
}
const kept = { providers: {}, diagnostics: {}, errors: [], documents: [], settings: {}, editors: {}, listeners: {}, disposed: 0 };
const gone = f => ({ dispose() { kept.disposed++; f && f(); } });
const on = name => f => {
  (kept.listeners[name] = kept.listeners[name] || []).push(f);
  return gone(() => { kept.listeners[name] = kept.listeners[name].filter(x => x !== f); });
};
const register = name => (selector, provider, ...more) => {
  (kept.providers[name] = kept.providers[name] || {})[selector.language || 'any'] = selector.language ? provider : selector;
  kept.more = { ...kept.more, [name]: more };
  return gone(() => { delete kept.providers[name]; });
};
module.exports = {
  kept, Position, Range, Uri, WorkspaceEdit,
  fire(name, event) { (kept.listeners[name] || []).slice().forEach(f => f(event)); },
  open(path, languageId, text) {
    const d = { uri: Uri.file(path), languageId, version: 1, text, getText() { return this.text; } };
    kept.documents.push(d);
    module.exports.fire('open', d);
    return d;
  },
  Location: record('uri', 'range'), TextEdit: record('range', 'newText'), MarkdownString: record('value'), Hover: record('contents', 'range'),
  DocumentSymbol: record('name', 'detail', 'kind', 'range', 'selectionRange'), SymbolInformation: record('name', 'kind', 'containerName', 'location'),
  CompletionItem: record('label', 'kind'), CompletionList: record('items', 'isIncomplete'), Diagnostic: record('range', 'message', 'severity'),
  CodeAction: record('title', 'kind'), CodeActionKind: { QuickFix: 'quickfix' }, FoldingRange: record('start', 'end', 'kind'),
  FoldingRangeKind: { Comment: 1 }, SemanticTokens: record('data'), SemanticTokensLegend: record('types', 'modifiers'),
  languages: Object.assign({
    createDiagnosticCollection: () => ({ set: (uri, all) => { kept.diagnostics[uri.toString()] = all; }, delete: uri => { delete kept.diagnostics[uri.toString()]; }, dispose() { kept.disposed++; } }),
  }, ...['CompletionItem', 'Hover', 'DocumentFormattingEdit', 'CodeActions', 'Definition', 'Reference', 'Rename', 'DocumentSymbol', 'WorkspaceSymbol', 'FoldingRange',
    'DocumentSemanticTokens'].map(n => ({ ['register' + n + 'Provider']: register(n) }))),
  workspace: {
    get textDocuments() { return kept.documents; },
    onDidOpenTextDocument: on('open'), onDidCloseTextDocument: on('close'), onDidChangeTextDocument: on('change'), onDidChangeConfiguration: on('settings'),
    getConfiguration: section => ({ get: name => kept.settings[section + '.' + name] }),
    fs: { readFile: async uri => new Uint8Array(fs.readFileSync(uri.fsPath)) },
  },
  window: {
    showErrorMessage: async text => { kept.errors.push(text); },
    registerCustomEditorProvider: (type, provider, options) => { kept.editors[type] = { provider, options }; return gone(); },
  },
};
