import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles } from '../bundle/options.ts';
import { root } from '../bundle/root.ts';

/** The portal's renderer, see `renderer.ts`. */
export type Renderer = typeof import('./renderer.ts');

const cache = path.join(root, '.cache');

/** Bundles the renderer as the portal's build does, and loads it. @throws Error when that fails; esbuild has printed why */
export async function bundledRenderer(): Promise<Renderer> {
  mkdirSync(cache, { recursive: true });
  // a folder of its own, so that another gallery never loads a half-written file
  const output = mkdtempSync(path.join(cache, 'gallery-'));
  try {
    const { server } = bundles(output);
    await build({
      ...server,
      entryPoints: { renderer: path.join(import.meta.dirname, 'renderer.ts') },
      packages: 'external',
      logLevel: 'warning',
    });
    return (await import(path.join(output, 'server/renderer.mjs'))) as Renderer;
  } finally {
    rmSync(output, { recursive: true });
  }
}
