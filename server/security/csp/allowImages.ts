import type { ServerResponse } from 'node:http';
import { changePolicy, httpsSource } from './contentPolicy.ts';

/** The maximum number of allowed origins, so that the header stays small. */
const maxOrigins = 32;

/** Allows images from other sites in an answer's content security policy. Images on plain http stay blocked. */
export function allowImages(response: ServerResponse, urls: readonly string[]): void {
  const origins = [...new Set(urls.map(httpsSource))]
    .filter((origin) => origin !== undefined)
    .slice(0, maxOrigins);
  if (origins.length > 0)
    changePolicy(response, (policy) =>
      policy.replace(/img-src [^;]*/, (sources) => `${sources} ${origins.join(' ')}`),
    );
}
