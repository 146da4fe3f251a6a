/** Bundling options shared by the build and the watcher of `npm run dev`. */
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { catalogues } from './catalogues.ts';
import { classNames } from './classNames.ts';
import { afterEntry, consoleEntry, entry } from './codeSplitting.ts';
import { root } from './root.ts';

/** The browsers that the scripts and stylesheets are compiled for. */
export const browsers = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];

/** React would report every page to its developer tools, which nobody has open in production. */
const withoutDevtools = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' };

/** esbuild's options for a bundle that reports its contents. */
export type Bundle = BuildOptions & { metafile: true };

/**
 * Returns the options that bundle the browser's code (ES modules), and the server and the commands of the image
 * with their dependencies.
 *
 * @param options.development readable code with React's warnings, quickly; the server then needs node_modules
 */
export function bundles(
  output: string,
  { development = false } = {},
): Record<'client' | 'server' | 'commands', Bundle> {
  const common = {
    absWorkingDir: root,
    bundle: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
    legalComments: 'none',
    metafile: true,
  } satisfies Bundle;
  const server: Bundle = {
    ...common,
    entryPoints: { main: path.join(root, 'server/main.ts') },
    platform: 'node',
    format: 'esm',
    target: 'node24',
    outdir: path.join(output, 'server'),
    // each optional part is a file of its own, which other installations never read
    splitting: true,
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    minifySyntax: !development,
    // in ASCII, V8 needs one byte a character; names stay, for stack traces
    minifyWhitespace: !development,
    charset: 'ascii',
    lineLimit: 500,
    packages: development ? 'external' : 'bundle',
    // ES modules: unused parts of @ory/client, including axios, are left out
    mainFields: ['module', 'main'],
    // undici leaves out its experimental parser
    define: { ...common.define, esbuildDetection: 'true' },
    // express and its dependencies are CommonJS and require Node's built-in modules at run time
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;",
    },
    plugins: [classNames, catalogues('file')],
  };
  return {
    client: {
      ...common,
      entryPoints: [path.join(root, entry), path.join(root, consoleEntry)],
      splitting: true,
      format: 'esm',
      minify: !development,
      define: { ...common.define, ...(!development && withoutDevtools) },
      target: browsers,
      outdir: path.join(output, 'client/assets'),
      entryNames: '[name]-[hash]',
      chunkNames: 'chunk-[hash]',
      plugins: [classNames, afterEntry],
      // catalogues are compiled by the build; only the server parses texts at run time
      alias: {
        '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    },
    server,
    // separately, so that the server's bundle does not change
    commands: {
      ...server,
      entryPoints: {
        mails: path.join(root, 'scripts/mails.ts'),
        trustMark: path.join(root, 'scripts/trustMark.ts'),
        auditVerify: path.join(root, 'scripts/auditVerify.ts'),
        passwords: path.join(root, 'provider/passwords/main.ts'),
        // the list that it reads
        common: path.join(root, 'provider/passwords/common.txt'),
      },
      loader: { '.txt': 'copy' },
      splitting: false,
      plugins: [classNames, catalogues('json')],
    },
  };
}
