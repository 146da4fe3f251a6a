/** Injected into the browser's code by `npm run dev` only: reloads the page when the build changes. */
import { buildsPath } from './buildsPath.ts';

let shown: string | undefined;
new EventSource(buildsPath).addEventListener('message', ({ data: served }: MessageEvent<string>) => {
  if (shown !== undefined && shown !== served) location.reload();
  shown = served;
});
