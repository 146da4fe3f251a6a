import { Router } from 'express';
import { joinTarget, splitTarget } from '../http/requestHead.ts';

/**
 * The paths to which Hydra sends browsers if a page is not set in its `urls.*`, with the page meant; none of these is
 * an operation. The pages' paths are those that provider/hydra/hydra.yml sets.
 */
const pageOfFallback = {
  '/oauth2/fallbacks/login': '/login',
  '/oauth2/fallbacks/consent': '/consent',
  '/oauth2/fallbacks/logout': '/logout',
  '/oauth2/fallbacks/logout/callback': '/login',
  '/oauth2/fallbacks/error': '/error',
  '/oauth2/fallbacks/device': '/device',
  '/oauth2/fallbacks/device/done': '/device/done',
} as const;

/** Redirects from Hydra's fallback pages to the portal's, keeping the query. */
export const fallbackPages = Router({ caseSensitive: true, strict: true });

for (const [fallback, page] of Object.entries(pageOfFallback))
  fallbackPages.get(fallback, ({ originalUrl }, response) => {
    response.redirect(303, joinTarget(page, splitTarget(originalUrl).query));
  });
