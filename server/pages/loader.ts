import type { Locale } from '../../shared/messages/locales.ts';
import type { Page } from '../../shared/page.ts';
import type { Settings } from '../settings/config.ts';
import type { FlowsOff } from '../upstreams/flowsOff.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import type { Visitor } from '../upstreams/session.ts';

/** A visit to a page, as its loader sees it. */
export interface Visit {
  /** Path and query, as the browser requested them. */
  url: string;
  /** The query's parameters; the first of several with the same name counts. */
  query: URLSearchParams;
  /** The browser's `Cookie` header, for the provider. */
  cookie: string | undefined;
  /** Whether it contains a session cookie; the session itself may have ended. */
  hasSessionCookie: boolean;
  /** Whether the page is for a tab of its own rather than a frame, as far as the browser says (Fetch Metadata). */
  isTopLevel: boolean;
  /** Whether a page of another site has led here, as far as the browser says. */
  isFromOtherSite: boolean;
  /** The page language of this browser while nobody is signed in. */
  locale: Locale;
  /** The path of the portal's page that the browser came from, if any. */
  referrer: string | undefined;
  visitor: () => Promise<Visitor>;
  /** Kratos' calls for this visit: aborted when the browser disconnects. */
  kratos: KratosFrontend;
  /** Knows which flows are turned off in the provider, so that no page links to them. */
  flowsOff: Pick<FlowsOff, 'isOff' | 'note'>;
  settings: Settings;
}

/**
 * A loader's result: a page to show, or a redirect. Cookies are relayed with either; `images` are the URLs of other
 * sites' images on the page, `languages` the language tags that an application asked for.
 */
export type Loaded =
  | { page: Page; status?: number; setCookie?: string[]; images?: string[]; languages?: string[] }
  | { redirect: string; setCookie?: string[] };

/**
 * Loads a page's content.
 *
 * @throws PortalError when the provider does not answer, or the visit asks for something that does not exist or is
 *   not allowed
 */
export type Loader = (visit: Visit) => Promise<Loaded> | Loaded;
