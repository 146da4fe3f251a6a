import { agreementIn } from '../../shared/agreement.ts';
import { hasCameBack } from '../../shared/cameBack.ts';
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

/** Whether somebody who is signed in has yet to read that their account is not deleted, because they have signed in. */
export const hasToRead = (who: Visitor): boolean =>
  who.kind === 'signedIn' && hasCameBack(who.session.identity?.metadata_public);

/** Returns the page that says so, and then leads on. @param next the path and query of the page that was asked for */
export const cameBackUrl = (next: string): string => pageUrl(pageRow('data').path, { return_to: next });

/** Has people read that their account is kept, and agree, before they get to a page. */
export const agreedFirst =
  (load: Loader, settings: Settings): Loader =>
  async (visit) => {
    const [who, loaded] = await Promise.all([visit.visitor(), load(visit)]);
    if (hasToRead(who)) return { redirect: cameBackUrl(visit.url) };
    return hasToAgree(who, settings) ? { redirect: agreementUrl(visit.url) } : loaded;
  };
