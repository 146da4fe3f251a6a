/** Injected into the browser's code by `npm run dev` only: follows the builds that the development server announces. */
import { buildsPath, buildTiming, stylesEvent } from './buildsPath.ts';

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// undefined on a page at a plain http: address other than this machine
const timing = navigation?.serverTiming;
let shown = timing?.find(({ name }) => name === buildTiming)?.description;
const builds = new EventSource(buildsPath);
builds.addEventListener('message', ({ data: served }: MessageEvent<string>) => {
  if (shown !== undefined && shown !== served) location.reload();
  shown = served;
});
builds.addEventListener(stylesEvent, () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const latest = link.cloneNode() as HTMLLinkElement;
    latest.href = `${new URL(link.href).pathname}?${Date.now()}`;
    // until then the page keeps the old one, instead of none
    latest.addEventListener('load', () => link.remove());
    link.after(latest);
  }
});
