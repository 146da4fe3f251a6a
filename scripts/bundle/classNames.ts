import { build, type Plugin } from 'esbuild';
import { oncePerContent } from './oncePerContent.ts';
import { root } from './root.ts';

const classNamesIn = oncePerContent(async (file) => {
  const names = await build({
    stdin: { contents: `export { default } from ${JSON.stringify(file)}`, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: root,
    loader: { '.svg': 'empty' },
    logLevel: 'error',
  });
  const script = names.outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '';
  const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    default: Record<string, string>;
  };
  return JSON.stringify(module.default);
});

/** The class names of a CSS module as a plain object; its rules are in a stylesheet, under the same names. */
export const classNames: Plugin = {
  name: 'class-names',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => ({
      contents: await classNamesIn(file),
      loader: 'json',
    })),
};
