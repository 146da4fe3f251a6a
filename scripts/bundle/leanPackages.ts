import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** The replacements for modules of packages that load far more than the portal runs, by the modules' paths. */
const replacements: Record<string, string> = {
  // forty encodings' tables, where Node has decoders of its own
  'iconv-lite/lib/index.js': `
    exports.encodingExists = (label) => {
      try { return Boolean(new TextDecoder(label)); } catch { return false; }
    };
    exports.decode = (bytes, label) => new TextDecoder(label).decode(bytes);
    exports.getDecoder = (label) => {
      const decoder = new TextDecoder(label);
      return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
    };`,
  // fetch, WebSocket, caches and mocks, where the portal uses a pool
  'undici/index.js': `
    Object.assign(require('./lib/dispatcher/dispatcher.js').prototype, require('./lib/api/index.js'));
    exports.Pool = require('./lib/dispatcher/pool.js');
    exports.errors = require('./lib/core/errors.js');`,
  // HTTP/2, which the portal's pools turn off
  'undici/lib/dispatcher/client-h2.js': '',
  // streams, where pages are rendered to strings
  'react-dom/server.node.js': `
    module.exports = require('./cjs/react-dom-server-legacy.node.production.js');`,
  // a file for each operating system, for the attribute `host.id`, which traces do not have
  '@opentelemetry/resources/dist/detectors/platform/node/machine-id/getMachineId.mjs': `
    export const getMachineId = () => Promise.resolve(undefined);`,
};

const inPackages = String.raw`node_modules[\\/]`;
const modules = Object.keys(replacements).map((name) => name.replaceAll('.', String.raw`\.`));

/**
 * Returns an expression for parsed JSON. As an object literal, V8 would keep it in several forms: its source, a template of
 * each object, and the objects.
 */
const parsedJson = (json: string): string =>
  `JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(json)))})`;

/** Leaves out of the server's bundle the code that its packages load but the portal never uses, which would stay in memory. */
export const leanPackages: Plugin = {
  name: 'lean-packages',
  setup(bundler) {
    bundler.onLoad({ filter: new RegExp(`${inPackages}(${modules.join('|')})$`) }, ({ path: file }) => ({
      contents: replacements[file.slice(file.lastIndexOf('node_modules/') + 'node_modules/'.length)] ?? '',
    }));
    bundler.onLoad({ filter: new RegExp(`${inPackages}.*\\.json$`) }, async ({ path: file }) => ({
      contents: `module.exports = ${parsedJson(await readFile(file, 'utf8'))}`,
    }));
  },
};
