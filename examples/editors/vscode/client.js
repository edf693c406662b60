// A client of a language server over standard input and output: what VS Code asks goes there, what comes back is shown.
const { spawn } = require('child_process');
const vscode = require('vscode');

const place = p => ({ line: p.line, character: p.character });
const range = r => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const written = r => ({ start: place(r.start), end: place(r.end) });
const location = l => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const edits = list => (list || []).map(e => new vscode.TextEdit(range(e.range), e.newText));
const help = h => h && new vscode.MarkdownString(h.value);
const list = f => x => (x || []).map(f);

function changes(r) {
  if (!r) return r;
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, all] of Object.entries(r.changes)) edit.set(vscode.Uri.parse(uri), edits(all));
  return edit;
}

function symbol(s) {
  const made = new vscode.DocumentSymbol(s.name, s.detail, s.kind - 1, range(s.range), range(s.selectionRange));
  made.children = s.children.map(symbol);
  return made;
}

function item(c) {
  const made = new vscode.CompletionItem(c.label, c.kind === undefined ? undefined : c.kind - 1);
  made.detail = c.detail;
  made.documentation = help(c.documentation);
  made.insertText = c.textEdit ? c.textEdit.newText : c.insertText;
  made.range = c.textEdit && range(c.textEdit.range);
  made.filterText = c.filterText;
  made.sortText = c.sortText;
  return made;
}

class Client {
  constructor(language, command, settings) {
    Object.assign(this, { language, command, settings, waiting: new Map(), last: 0, parts: [], held: [] });
    this.diagnostics = vscode.languages.createDiagnosticCollection(language);
  }

  async start() {
    this.child = spawn(this.command, ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.on('error', e => this.end(this.command + ': ' + e.message));
    this.child.on('exit', code => this.end(this.command + ' ended with code ' + code));
    this.child.stdin.on('error', () => {});
    this.child.stdout.on('data', data => this.take(data));
    const r = await this.ask('initialize', { processId: process.pid, rootUri: null, initializationOptions: this.settings(), capabilities: {
      general: { positionEncodings: ['utf-16'] }, textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } });
    this.held = [this.diagnostics, vscode.workspace.onDidOpenTextDocument(d => this.open(d)), vscode.workspace.onDidCloseTextDocument(d => this.close(d)),
      vscode.workspace.onDidChangeTextDocument(e => this.change(e)), ...this.providers(r.capabilities)];
    this.tell('initialized', {});
    vscode.workspace.textDocuments.forEach(d => this.open(d));
  }

  async stop() {
    if (!this.child) return;
    const { child } = this, ended = new Promise(done => child.on('exit', done));
    this.stopping = true;
    await this.ask('shutdown').catch(() => {});
    this.tell('exit');
    await ended;
  }

  end(why) {
    if (!this.child) return;
    this.child = null;
    this.held.splice(0).forEach(x => x.dispose());
    this.waiting.forEach(w => w.no(new Error(why)));
    this.waiting.clear();
    if (!this.stopping) vscode.window.showErrorMessage(why);
  }

  // Messages.
  write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    if (this.child) this.child.stdin.write('Content-Length: ' + body.length + '\r\n\r\n' + body);
  }

  tell(method, params) { this.write({ method, params }); }

  ask(method, params, token) {
    const id = ++this.last;
    if (token) token.onCancellationRequested(() => this.tell('$/cancelRequest', { id }));
    return new Promise((yes, no) => {
      if (!this.child) return no(new Error(this.command + ' does not run'));
      this.waiting.set(id, { yes, no });
      this.write({ id, method, params });
    });
  }

  take(data) {
    let all = Buffer.concat([...this.parts, data]), head;
    while ((head = all.indexOf('\r\n\r\n')) >= 0) {
      const length = +/Content-Length: (\d+)/.exec(all.toString('latin1', 0, head))[1], from = head + 4;
      if (all.length < from + length) break;
      this.got(JSON.parse(all.toString('utf8', from, from + length)));
      all = all.subarray(from + length);
    }
    this.parts = [all];
  }

  got(m) {
    const w = this.waiting.get(m.id);
    if (m.method === 'textDocument/publishDiagnostics') this.show(m.params);
    if (!w) return;
    this.waiting.delete(m.id);
    if (m.error) w.no(new Error(m.error.message));
    else w.yes(m.result);
  }

  show(p) {
    this.diagnostics.set(vscode.Uri.parse(p.uri), p.diagnostics.map(d => {
      const made = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
      made.source = d.source;
      made.code = d.code;
      return made;
    }));
  }

  // Texts.
  is(d) { return d.languageId === this.language; }

  open(d) {
    if (this.is(d)) this.tell('textDocument/didOpen', { textDocument: { uri: d.uri.toString(), languageId: d.languageId, version: d.version, text: d.getText() } });
  }

  change(e) {
    if (this.is(e.document) && e.contentChanges.length > 0)
      this.tell('textDocument/didChange', { textDocument: { uri: e.document.uri.toString(), version: e.document.version },
        contentChanges: e.contentChanges.map(c => ({ range: written(c.range), text: c.text })) });
  }

  close(d) {
    if (!this.is(d)) return;
    this.tell('textDocument/didClose', { textDocument: { uri: d.uri.toString() } });
    this.diagnostics.delete(d.uri);
  }

  // Requests. A request that was taken back, or that the server refuses, shows nothing; a rename says why.
  providers(can) {
    const of = d => ({ textDocument: { uri: d.uri.toString() } }), at = (d, p) => ({ ...of(d), position: place(p) });
    const quiet = (method, params, token, then) => this.ask('textDocument/' + method, params, token).then(then, () => null);
    const { languages: l } = vscode, only = { language: this.language }, legend = can.semanticTokensProvider && can.semanticTokensProvider.legend;
    return [
      can.completionProvider && l.registerCompletionItemProvider(only, { provideCompletionItems: (d, p, token) => quiet('completion', at(d, p), token,
        r => new vscode.CompletionList((Array.isArray(r) ? r : r.items).map(item), !!r.isIncomplete)) }, ...can.completionProvider.triggerCharacters),
      can.hoverProvider && l.registerHoverProvider(only, { provideHover: (d, p, token) => quiet('hover', at(d, p), token,
        r => r && new vscode.Hover(help(r.contents), r.range && range(r.range))) }),
      can.documentFormattingProvider && l.registerDocumentFormattingEditProvider(only, { provideDocumentFormattingEdits: (d, options, token) =>
        quiet('formatting', { ...of(d), options }, token, edits) }),
      can.codeActionProvider && l.registerCodeActionsProvider(only, { provideCodeActions: (d, r, context, token) =>
        quiet('codeAction', { ...of(d), range: written(r), context: { diagnostics: [] } }, token, list(a => {
          const made = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
          made.edit = changes(a.edit);
          return made;
        })) }),
      can.definitionProvider && l.registerDefinitionProvider(only, { provideDefinition: (d, p, token) => quiet('definition', at(d, p), token, list(location)) }),
      can.referencesProvider && l.registerReferenceProvider(only, { provideReferences: (d, p, context, token) =>
        quiet('references', { ...at(d, p), context }, token, list(location)) }),
      can.renameProvider && l.registerRenameProvider(only, {
        prepareRename: (d, p, token) => this.ask('textDocument/prepareRename', at(d, p), token).then(r => {
          if (!r) throw new Error('Only a name that sections define can be changed.');
          return { range: range(r.range), placeholder: r.placeholder };
        }),
        provideRenameEdits: (d, p, newName, token) => this.ask('textDocument/rename', { ...at(d, p), newName }, token).then(changes) }),
      can.documentSymbolProvider && l.registerDocumentSymbolProvider(only, { provideDocumentSymbols: (d, token) => quiet('documentSymbol', of(d), token, list(symbol)) }),
      can.workspaceSymbolProvider && l.registerWorkspaceSymbolProvider({ provideWorkspaceSymbols: (query, token) =>
        this.ask('workspace/symbol', { query }, token).then(list(s => new vscode.SymbolInformation(s.name, s.kind - 1, '', location(s.location))), () => []) }),
      can.foldingRangeProvider && l.registerFoldingRangeProvider(only, { provideFoldingRanges: (d, context, token) => quiet('foldingRange', of(d), token,
        list(f => new vscode.FoldingRange(f.startLine, f.endLine, f.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined))) }),
      legend && l.registerDocumentSemanticTokensProvider(only, { provideDocumentSemanticTokens: (d, token) => quiet('semanticTokens/full', of(d), token,
        r => new vscode.SemanticTokens(new Uint32Array(r.data))) }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
    ].filter(Boolean);
  }
}

module.exports = { Client };
