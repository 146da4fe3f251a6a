/** Injected into the browser's code by `npm run dev` only: reloads the page when another build is served. */
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// undefined on a page at a plain http: address other than this machine
const timing = visit?.serverTiming;
let shown = timing?.find(({ name }) => name === 'build')?.description;
new EventSource('/dev/builds').addEventListener('message', ({ data: served }: MessageEvent<string>) => {
  if (shown !== undefined && shown !== served) location.reload();
  shown = served;
});

export {};
