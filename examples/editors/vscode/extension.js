// Reports of Nsight Compute as a page, read-only; language servers for section files and application profiles.
const { randomBytes } = require('crypto');
const path = require('path');
const vscode = require('vscode');
const { Client } = require('./client.js');

// The page says that it is ready, and is handed the report; docs/REPORTS.md has its messages.
const bridge = nonce => `<script nonce="${nonce}">{ const host = acquireVsCodeApi(); addEventListener('load', () => host.postMessage({ncurep: 'ready'})); }</script>`;

class Reports {
  constructor(folder) { this.page = vscode.Uri.joinPath(folder, 'viewer.html'); }

  openCustomDocument(uri) { return { uri, dispose() {} }; }

  async resolveCustomEditor(document, panel) {
    const page = Buffer.from(await vscode.workspace.fs.readFile(this.page)).toString('utf8'), nonce = randomBytes(16).toString('base64');
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    panel.webview.onDidReceiveMessage(async m => {
      if (m.ncurep !== 'ready') return;
      try {
        const bytes = await vscode.workspace.fs.readFile(document.uri);
        await panel.webview.postMessage({ ncurep: 'open', files: [{ name: path.posix.basename(document.uri.path), bytes }] });
      } catch (e) {
        vscode.window.showErrorMessage(document.uri.fsPath + ': ' + e.message);
      }
    });
    // The page allows its own scripts by their hashes; this one more by its nonce.
    panel.webview.html = page.replace('script-src ', `script-src 'nonce-${nonce}' `).replace('</title>', '</title>' + bridge(nonce));
  }
}

let clients = [];

exports.activate = context => {
  const setting = name => vscode.workspace.getConfiguration('gpuloupe').get(name);
  const options = () => ({ nvsection: { report: setting('report') || undefined, result: setting('result') } });
  const tool = name => setting('tools') ? path.join(setting('tools'), name) : name;
  clients = [new Client('nvsection', tool('nvsection'), options), new Client('nvprofile', tool('nvprofile'), () => ({}))];
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider('gpuloupe.report', new Reports(context.extensionUri), { webviewOptions: { retainContextWhenHidden: true } }),
    vscode.workspace.onDidChangeConfiguration(e => {
      if (e.affectsConfiguration('gpuloupe')) clients[0].tell('workspace/didChangeConfiguration', { settings: options() });
    }));
  // A tool that is missing has said so; the reports do without.
  const wanted = new Set();
  const start = d => clients.filter(c => c.is(d) && !wanted.has(c)).forEach(c => wanted.add(c) && c.start().catch(() => {}));
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(start));
  vscode.workspace.textDocuments.forEach(start);
};
exports.deactivate = () => Promise.all(clients.map(c => c.stop()));
