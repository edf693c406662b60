const { LanguageClient } = require('vscode-languageclient/node');
let client;
exports.activate = () => {
  client = new LanguageClient('nvsection', { command: 'nvsection', args: ['lsp'] }, { documentSelector: [{ language: 'nvsection' }] });
  return client.start();
};
exports.deactivate = () => client && client.stop();
