/**
 * The gallery: every screen in every state, in each language, theme and width, with or without scripts. It is a tool for
 * development; no provider runs, and submitted forms only show that they are busy.
 */
import path from 'node:path';
import { portProblem } from '../provider/local/portIsFree.mjs';
import { readAssets } from '../server/render/assets.ts';
import { freshBuild } from './freshBuild.ts';
import { bundledRenderer } from './gallery/bundledRenderer.ts';
import { galleryApp } from './gallery/galleryApp.ts';

const port = Number(process.env.PORT ?? 3100);
const problem = await portProblem(port, '127.0.0.1', 'PORT=3101 npm run gallery');
if (problem) {
  console.error(problem);
  process.exit(1);
}

freshBuild();
const clientDirectory = path.join(import.meta.dirname, '../dist/client');
const renderer = await bundledRenderer();
galleryApp({ port, renderer, clientDirectory, assets: readAssets(clientDirectory) }).listen(
  port,
  '127.0.0.1',
  () => console.log(`the gallery is at http://localhost:${port}/gallery`),
);
