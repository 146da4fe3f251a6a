import { agreementIn } from '../../../shared/agreement.ts';
import { canDelete } from '../../deletions/planDeletion.ts';
import { hasToRead } from '../../pages/agreedFirst.ts';
import type { Loader } from '../../pages/loader.ts';
import { justLeft, notTicked } from '../../security/cookies/notices.ts';
import { returnTo } from '../../security/request/returnTo.ts';
import type { Store } from '../../store/store.ts';
import type { Identities } from '../../upstreams/identities.ts';
import { signedIn } from '../signedIn.ts';

/**
 * `GET /data`: what is kept about the signed-in user; until when somebody who has just deleted
 * their account can come back; or, to somebody who has, that it stays.
 */
export const data =
  (kept: { identities?: Identities | undefined; store?: Store | undefined }): Loader =>
  async (visit) => {
    const { cookie, settings } = visit;
    const left = Number(justLeft.methodIn(cookie, settings.PORTAL_URL));
    if (left > 0)
      return {
        page: { name: 'data', props: { leftUntil: new Date(left).toISOString() } },
        setCookie: [justLeft.clear(settings.PORTAL_URL)],
      };
    const who = await signedIn(visit);
    if ('redirect' in who) return who;
    if (hasToRead(who)) {
      const backTo = returnTo(visit.query.get('return_to') ?? undefined, settings.PORTAL_URL) ?? '/';
      return { page: { name: 'data', props: { backTo } } };
    }
    const agreement = agreementIn(who.session.identity?.metadata_public);
    const isNotTicked = notTicked.isIn(cookie, settings.PORTAL_URL);
    return {
      ...(isNotTicked && { setCookie: [notTicked.clear(settings.PORTAL_URL)] }),
      page: {
        name: 'data',
        props: {
          ...(kept.identities && { canDownload: true }),
          ...(canDelete(kept, settings) && { graceDays: settings.DELETION_GRACE_DAYS }),
          ...(agreement && { agreement }),
          ...(isNotTicked && { isNotTicked }),
        },
      },
    };
  };
