import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { context, type Metafile } from 'esbuild';
import { printWarnings } from '../bundle/messages.ts';
import type { Bundle } from '../bundle/options.ts';

/** A bundle that is rebuilt after changes. */
export interface Rebuilder {
  /** Bundles and writes the files, and prints warnings. @throws BuildFailure of esbuild, which has printed no error */
  rebuild(): Promise<Metafile>;
  dispose(): Promise<void>;
}

/**
 * Prepares a bundle that keeps the files of its earlier builds, for the portal that still serves them. If esbuild wrote
 * the files, it would delete those that a rebuild no longer has, and all of them when a rebuild fails.
 *
 * @param options how to bundle
 */
export async function rebuilder(options: Bundle): Promise<Rebuilder> {
  const bundler = await context({ ...options, logLevel: 'silent', write: false });
  return {
    async rebuild() {
      const { metafile, outputFiles, warnings } = await bundler.rebuild();
      await printWarnings(warnings);
      for (const { path: file, contents } of outputFiles) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, contents);
      }
      return metafile;
    },
    dispose: () => bundler.dispose(),
  };
}
