import { isRedirect, redirectTarget } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import { linkOpened } from '../security/cookies/notices.ts';
import type { FormOptions, FormVisit } from './visit.ts';
import { parseQuery } from '../http/requestHead.ts';

/**
 * Tells the error page which kind of mailed link failed, so that it can start that flow again; and the page of a
 * verification that a link was opened, because Kratos fills its code into the form and leaves the error of an earlier code
 * there.
 *
 * @param page the page of the link's flow
 */
export const mailedLinkSteps =
  (page: 'recovery' | 'verification') =>
  ({ call: { query } }: FormVisit, { portalUrl }: FormOptions): Steps => {
    const isOpened = page === 'verification' && Boolean(parseQuery(query).get('code'));
    return {
      cookies: [
        isOpened ? (answer) => (isRedirect(answer) ? linkOpened.set(portalUrl) : undefined) : undefined,
      ],
      rewriteRedirect: (answer) => {
        const url = redirectTarget(answer, portalUrl);
        if (url?.origin !== portalUrl || url.pathname !== '/error') return undefined;
        url.searchParams.set('link', page);
        return { location: url.href };
      },
    };
  };
