/** Added to the browser's code by `npm run dev` alone: reloads the page when another build is served. */
import { buildsPath } from './buildsPath.ts';

let shown: string | undefined;
new EventSource(buildsPath).addEventListener('message', ({ data: served }: MessageEvent<string>) => {
  if (shown !== undefined && shown !== served) location.reload();
  shown = served;
});
