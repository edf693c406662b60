// The extension for VS Code in a stand-in for the editor (tests/vscode.js), with the real servers. Arguments: the folder of the tools, a
// page, a report, an empty folder.
const fs = require('fs'), path = require('path');
const [tools, page, report, folder] = process.argv.slice(2);
const vscode = require('vscode'), { kept } = vscode;
const from = path.join(folder, 'extension');
fs.cpSync('examples/editors/vscode', from, { recursive: true });
fs.copyFileSync(page, from + '/viewer.html');
const extension = require(from + '/extension.js'), manifest = require(from + '/package.json');
let failed = 0;
function check(what, ok, found) {
  if (!ok) failed++;
  console.log(ok ? 'ok ' + what : 'FAILED ' + what + ' found ' + JSON.stringify(found));
}
async function until(f) {
  for (let i = 0; i < 500 && !f(); i++) await new Promise(done => setTimeout(done, 20));
  return f();
}
const token = { onCancellationRequested() {} };
const messages = d => (kept.diagnostics[d.uri.toString()] || []).map(x => x.message);
const provider = (name, language) => kept.providers[name] && kept.providers[name][language];
// Types over a range, as the editor tells it.
function type(d, line, start, end, text) {
  const lines = d.text.split('\n');
  lines[line] = lines[line].slice(0, start) + text + lines[line].slice(end);
  d.text = lines.join('\n');
  d.version++;
  vscode.fire('change', { document: d, contentChanges: [{ range: new vscode.Range(line, start, line, end), rangeOffset: 0, rangeLength: end - start, text }] });
}

async function sections() {
  const d = vscode.open(path.join(folder, 'a b.section'), 'nvsection', 'Identifier: "\u00e9\u{1F600}" Heder { Rows: 2 }\nDisplayName: "A"\nMetricDefinitions {\n' +
    '  MetricDefinitions { Name: "own" Expression: "1.0 * launch__block_size" }\n}\nMetrics { Metrics { Name: "own" } Metrics { Name: "launch__block_size" } }\n');
  check('a diagnostic', await until(() => messages(d).includes('unknown field: Heder; is "Header" meant?')), messages(d));
  const wrong = kept.diagnostics[d.uri.toString()][0];
  check('its place, severity and rule', wrong.range.start.line === 0 && wrong.range.start.character === 18 && wrong.range.end.character === 23 && wrong.severity === 0 &&
    wrong.code === 'unknown-field' && wrong.source === 'nvsection', wrong);
  const fixes = await provider('CodeActions', 'nvsection').provideCodeActions(d, wrong.range, { diagnostics: [wrong] }, token);
  const edit = fixes[0] && fixes[0].edit.all.get(d.uri.toString())[0];
  check('its fix', fixes.length === 1 && fixes[0].title === 'Change to Header' && fixes[0].kind === 'quickfix' && edit.newText === 'Header' && edit.range.end.character === 23, fixes);
  type(d, 0, 20, 20, 'a');
  check('corrected', await until(() => messages(d).length === 0), messages(d));
  const at = (line, character) => new vscode.Position(line, character);
  const ask = (name, method, ...rest) => provider(name, 'nvsection')[method](d, ...rest, token);
  let r = await ask('Hover', 'provideHover', at(1, 3));
  check('hover', r.contents.value.startsWith('**DisplayName** string') && r.range.end.character === 11, r);
  check('hover of nothing', !(await ask('Hover', 'provideHover', at(5, 8))));
  r = await provider('CompletionItem', 'nvsection').provideCompletionItems(d, at(5, 58), token);
  check('completion', r.items.length > 0 && r.items.every(i => typeof i.label === 'string') && kept.more.CompletionItem.join('') === '".', r.items.length);
  r = await ask('Definition', 'provideDefinition', at(5, 28));
  check('definition', r.length === 1 && r[0].uri.fsPath === d.uri.fsPath && r[0].range.start.line === 3, r);
  r = await ask('Reference', 'provideReferences', at(3, 30), { includeDeclaration: true });
  check('references', r.map(x => x.range.start.line).sort().join() === '3,5', r);
  r = await ask('Rename', 'prepareRename', at(3, 30));
  check('what can be renamed', r.placeholder === 'own' && r.range.start.line === 3, r);
  r = await ask('Rename', 'prepareRename', at(1, 3)).catch(e => e.message);
  check('what cannot', r === 'Only a name that sections define can be changed.', r);
  r = await ask('Rename', 'provideRenameEdits', at(3, 30), 'mine');
  check('rename', r.all.get(d.uri.toString()).length === 2 && r.all.get(d.uri.toString())[0].newText === 'mine', [...r.all]);
  r = await ask('Rename', 'provideRenameEdits', at(3, 30), 'a b').catch(e => e.message);
  check('a rename that is refused says why', /letters/.test(r), r);
  r = await ask('DocumentSymbol', 'provideDocumentSymbols');
  check('symbols', r.map(s => s.name).includes('MetricDefinitions') && r[1].children[0].name === 'own' && r[1].children[0].kind === 13, r);
  r = await kept.providers.WorkspaceSymbol.any.provideWorkspaceSymbols('ow', token);
  check('symbols of the folder', r.length === 1 && r[0].name === 'own' && r[0].location.uri.fsPath === d.uri.fsPath, r);
  r = await ask('FoldingRange', 'provideFoldingRanges', {});
  check('folding', r.some(f => f.start === 2 && f.end === 3), r);
  r = await ask('DocumentSemanticTokens', 'provideDocumentSemanticTokens');
  check('tokens', r.data.length > 0 && r.data.length % 5 === 0 && kept.more.DocumentSemanticTokens[0].types.length > Math.max(...r.data.filter((x, i) => i % 5 === 3)), r);
  r = await ask('DocumentFormattingEdit', 'provideDocumentFormattingEdits', { tabSize: 2 });
  check('layout', r.length === 1 && r[0].newText.includes('Header {\n  Rows: 2\n}'), r);
  let take_back;
  r = await provider('Hover', 'nvsection').provideHover(d, at(1, 3), { onCancellationRequested: f => { take_back = f; f(); } });
  check('a request that is taken back is no error', take_back && (r === null || r.contents), r);
  kept.settings['gpuloupe.report'] = report;
  vscode.fire('settings', { affectsConfiguration: x => x === 'gpuloupe' });
  r = await ask('Hover', 'provideHover', at(3, 30));
  check('settings: the value in a report', /Value: \d/.test(r.contents.value), r.contents.value);
  vscode.fire('close', d);
  check('closed', await until(() => !(d.uri.toString() in kept.diagnostics)));
  kept.documents = kept.documents.filter(x => x !== d);
}

async function reports() {
  const { provider: editor, options } = kept.editors[manifest.contributes.customEditors[0].viewType];
  const sent = [], listeners = [];
  const panel = { webview: { onDidReceiveMessage: f => listeners.push(f), postMessage: async m => sent.push(m) } };
  const document = editor.openCustomDocument(vscode.Uri.file(path.resolve(report)));
  check('reports are read-only', options.webviewOptions.retainContextWhenHidden && !('saveCustomDocument' in editor) && typeof document.dispose === 'function');
  await editor.resolveCustomEditor(document, panel);
  const html = panel.webview.html, policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
  const [, nonce] = /<script nonce="([^"]+)">/.exec(html);
  check('the policy of the page: nothing but its own scripts and ours, no request', policy.includes(`script-src 'nonce-${nonce}' 'sha256-`) && policy.includes("connect-src 'none'") &&
    policy.startsWith("default-src 'none'") && panel.webview.options.enableScripts && panel.webview.options.localResourceRoots.length === 0, policy);
  check('all else is the page as it was built', html.replace(` 'nonce-${nonce}'`, '').replace(/<script nonce=.*?<\/script>/, '') === fs.readFileSync(page, 'utf8'));
  const posted = [];
  let loaded;
  new Function('acquireVsCodeApi', 'addEventListener', /<script nonce="[^"]+">(.*?)<\/script>/.exec(html)[1])(() => ({ postMessage: m => posted.push(m) }), (name, f) => { if (name === 'load') loaded = f; });
  check('nothing is handed over before the page is loaded', posted.length === 0 && sent.length === 0);
  loaded();
  for (const m of posted) for (const f of listeners) await f(m);
  check('the report is handed over', sent.length === 1 && sent[0].ncurep === 'open' && sent[0].files[0].name === path.basename(report) &&
    Buffer.compare(Buffer.from(sent[0].files[0].bytes), fs.readFileSync(report)) === 0, sent);
  for (const f of listeners) await f({ ncurep: 'opened', names: [] });
  check('once', sent.length === 1, sent.length);
  await editor.resolveCustomEditor(document, panel);
  check('each page has a nonce of its own', !panel.webview.html.includes(nonce));
  await editor.resolveCustomEditor(editor.openCustomDocument(vscode.Uri.file('/none.ncu-rep')), panel);
  await listeners[2]({ ncurep: 'ready' });
  check('a report that cannot be read is said', kept.errors.length === 1 && kept.errors[0].startsWith('/none.ncu-rep: '), kept.errors);
  kept.errors.length = 0;
}

(async () => {
  const p = manifest.contributes;
  check('reports of both kinds', p.customEditors[0].selector.map(s => s.filenamePattern).join() === '*.ncu-rep,*.ncu-repz');
  kept.settings['gpuloupe.tools'] = path.resolve(tools);
  check('settings are declared', ['tools', 'report', 'result'].every(n => 'gpuloupe.' + n in p.configuration.properties) && p.configuration.properties['gpuloupe.tools'].scope === 'machine');
  extension.activate({ extensionUri: vscode.Uri.file(from), subscriptions: [] });
  check('no server before a text', Object.keys(kept.providers).length === 0);
  await sections();
  const rc = vscode.open(path.join(folder, 'nvidia-application-profiles-rc'), 'nvprofile', '{ "rules": [ { "pattern": "x", "profile": [ "GLYeild", "NOTHING" ] } ] }\n');
  check('profiles', await until(() => messages(rc).some(m => m.includes('GLYield'))), messages(rc));
  await reports();
  await extension.deactivate();
  check('both servers ended, without a word', kept.errors.length === 0 && Object.keys(kept.providers).length === 0, kept.errors);
  // A tool that is not there.
  kept.documents.length = 0;
  kept.settings['gpuloupe.tools'] = path.join(folder, 'none');
  extension.activate({ extensionUri: vscode.Uri.file(from), subscriptions: [] });
  vscode.open(path.join(folder, 'b.section'), 'nvsection', 'Identifier: "B"\n');
  check('a missing tool is said, once', await until(() => kept.errors.length > 0) && kept.errors.length === 1 && /none\/nvsection.*ENOENT/.test(kept.errors[0]), kept.errors);
  await extension.deactivate();
  // One that dies.
  fs.writeFileSync(path.join(folder, 'nvsection'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  kept.errors.length = kept.documents.length = 0;
  kept.settings['gpuloupe.tools'] = folder;
  extension.activate({ extensionUri: vscode.Uri.file(from), subscriptions: [] });
  vscode.open(path.join(folder, 'c.section'), 'nvsection', 'Identifier: "B"\n');
  check('a server that dies is said', await until(() => kept.errors.length > 0) && /ended with code 7/.test(kept.errors[0]), kept.errors);
  await extension.deactivate();
  process.exit(failed > 0 ? 1 : 0);
})().catch(e => { console.log('FAILED ' + e.stack); process.exit(1); });
