import type { ServerResponse } from 'node:http';
import { changePolicy, httpsSource } from './contentPolicy.ts';

/**
 * Opens an answer's content security policy for images of other sites. Those that are not on https stay blocked.
 *
 * @param response an answer that carries the portal's policy
 * @param urls the images'
 */
export function allowImages(response: ServerResponse, urls: readonly string[]): void {
  const origins = urls.map(httpsSource).filter((origin) => origin !== undefined);
  if (origins.length > 0)
    changePolicy(response, (policy) =>
      policy.replace(/img-src [^;]*/, (sources) => `${sources} ${origins.join(' ')}`),
    );
}
