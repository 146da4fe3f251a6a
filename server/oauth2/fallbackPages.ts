import { Router } from 'express';
import { joinTarget, splitTarget } from '../http/splitTarget.ts';

/**
 * Where Hydra sends browsers whose page is not set in its `urls.*`, by the page that is meant; none of these is an operation.
 * The paths are those that provider/hydra/hydra.yml sets.
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

/** Leads from Hydra's fallback pages to the portal's, with their query. */
export const fallbackPages = Router({ caseSensitive: true, strict: true });

for (const [fallback, page] of Object.entries(pageOfFallback))
  fallbackPages.get(fallback, ({ originalUrl }, response) => {
    response.redirect(303, joinTarget(page, splitTarget(originalUrl).query));
  });
