/* JupyterLab: reports and section files open in the viewer, which is the page beside this file, in a frame. What JupyterLab calls a
   container of shared modules, written by hand: init gets the modules that it shares, get hands out the extension. */
(function () {
'use strict';
var PAGE = new URL('viewer.html', document.currentScript.src).href, scope = null;
var TYPES = [
  {name: 'ncu-rep', displayName: 'Nsight Compute report', extensions: ['.ncu-rep', '.ncu-repz'], mimeTypes: ['application/x-ncu-rep'], fileFormat: 'base64'},
  {name: 'ncu-section', displayName: 'Section of Nsight Compute', extensions: ['.section'], mimeTypes: ['text/x-ncu-section'], fileFormat: 'text'}
];

/* A module that JupyterLab shares; it has one version of each. */
function shared(name) {
  var versions = scope[name];
  return Promise.resolve(versions[Object.keys(versions)[0]].get()).then(function (factory) { return factory(); });
}

/* The frame with the page; the file goes to it once both are there. The page answers messages of its own origin alone. */
function viewer(Widget, context) {
  var content = new Widget(), frame = document.createElement('iframe'), answer;
  var ready = new Promise(function (resolve) {
    answer = function (e) { if (e.source === frame.contentWindow && e.data && e.data.ncurep === 'ready') resolve(); };
  });
  frame.title = context.path;
  frame.style.cssText = 'width:100%;height:100%;border:0';
  frame.src = PAGE;
  content.node.appendChild(frame);
  window.addEventListener('message', answer);
  content.disposed.connect(function () { window.removeEventListener('message', answer); });
  Promise.all([ready, context.ready]).then(function () {
    var bytes = Uint8Array.from(atob(context.model.toString()), function (c) { return c.charCodeAt(0); });
    frame.contentWindow.postMessage({ncurep: 'open', files: [{name: context.path, bytes: bytes.buffer}]}, location.origin, [bytes.buffer]);
  });
  return content;
}

function activate(app, registry, widgets) {
  class Factory extends registry.ABCWidgetFactory {
    createNewWidget(context) {
      return new registry.DocumentWidget({content: viewer(widgets.Widget, context), context: context});
    }
  }
  var names = TYPES.map(function (t) { return t.name; });
  TYPES.forEach(function (t) { app.docRegistry.addFileType(t); });
  app.docRegistry.addWidgetFactory(new Factory({name: 'Nsight Compute viewer', modelName: 'base64', fileTypes: names, defaultFor: names, readOnly: true}));
}

window._JUPYTERLAB = window._JUPYTERLAB || {};
window._JUPYTERLAB.ncurep = {
  init: function (modules) { scope = modules; },
  get: function () {
    return Promise.all([shared('@jupyterlab/docregistry'), shared('@lumino/widgets')]).then(function (both) {
      return function () { return {__esModule: true, default: {id: 'ncurep:viewer', autoStart: true, activate: function (app) { activate(app, both[0], both[1]); }}}; };
    });
  }
};
}());
