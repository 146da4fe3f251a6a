import { agreementIn } from '../../shared/agreement.ts';
import { pageRow } from '../../shared/pages.ts';
import type { Settings } from '../settings/config.ts';
import type { Visitor } from '../upstreams/session.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Loader } from './loader.ts';

/** Whether somebody who is signed in has yet to agree to the operator's version of the words. */
export const hasToAgree = (who: Visitor, { CONSENT_VERSION: version }: Settings): boolean =>
  version !== undefined &&
  who.kind === 'signedIn' &&
  agreementIn(who.session.identity?.metadata_public)?.version !== version;

/** Returns the page that asks, and then leads on. @param next the path and query of the page that was asked for */
export const agreementUrl = (next: string): string => pageUrl(pageRow('agreement').path, { return_to: next });

/** Has people agree before they get to a page. */
export const agreedFirst =
  (load: Loader, settings: Settings): Loader =>
  async (visit) =>
    settings.CONSENT_VERSION !== undefined && hasToAgree(await visit.visitor(), settings)
      ? { redirect: agreementUrl(visit.url) }
      : load(visit);
