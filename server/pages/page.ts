import type { Page } from '../../shared/page.ts';
import type { Settings } from '../settings/config.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import type { Visitor } from '../provider/session.ts';

/** A visit to a page, as its loader sees it. */
export interface Visit {
  /** Path and query, as the browser asked for them. */
  url: string;
  /** The query's parameters; of several with one name the first counts. */
  query: URLSearchParams;
  /** The browser's `Cookie` header, for the provider. */
  cookie: string | undefined;
  /** Whether there is a session's cookie among them, of a session that may have ended. */
  hasSessionCookie: boolean;
  /** Where the browser came from, when that is a page of the portal: a path. */
  referrer: string | undefined;
  visitor: () => Promise<Visitor>;
  /** Kratos' calls for this visit: they end when the browser goes away. */
  kratos: KratosFrontend;
  settings: Settings;
}

/** What a loader decides: a page to show, or a place to send the browser to. Cookies are relayed with either. */
export type Loaded =
  { page: Page; status?: number; setCookie?: string[] } | { redirect: string; setCookie?: string[] };

/**
 * Loads what a page shows.
 *
 * @throws PortalError where the provider does not answer, or the visit asks for what cannot be had
 */
export type Loader = (visit: Visit) => Promise<Loaded> | Loaded;
