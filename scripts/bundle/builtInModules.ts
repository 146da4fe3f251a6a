import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const namespace = 'built-in';

/** httpxy imports HTTP/2 for a server of its own, which the portal does not start. */
const unused = new Set(['node:http2']);

/**
 * Gets Node's own modules as `require` does. An import statement reads all that a module exports, so `node:http` alone would load
 * Node's WebSocket, and with it its fetch: 13 MB of resident memory.
 */
export const builtInModules: Plugin = {
  name: 'built-in-modules',
  setup(bundler) {
    bundler.onResolve(
      { filter: new RegExp(`^(node:)?(${builtinModules.join('|')})$`) },
      ({ path: name, kind }) => (kind === 'import-statement' ? { path: name, namespace } : undefined),
    );
    bundler.onLoad({ filter: /./, namespace }, ({ path: name }) => ({
      contents: unused.has(name)
        ? 'module.exports = {}'
        : `module.exports = process.getBuiltinModule(${JSON.stringify(name)})`,
    }));
  },
};
