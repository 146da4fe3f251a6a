import type { RequestHandler } from 'express';
import { cameBackKey } from '../../../shared/cameBack.ts';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { pageRow } from '../../../shared/pages.ts';
import { canDelete, planDeletion } from '../../deletions/planDeletion.ts';
import { notFound } from '../../http/errors.ts';
import { localeCookie } from '../../render/locale.ts';
import { justLeft, notTicked } from '../../security/cookies/notices.ts';
import { returnTo } from '../../security/request/returnTo.ts';
import type { Settings } from '../../settings/config.ts';
import { recipientOf } from '../../store/recipient.ts';
import type { Store } from '../../store/store.ts';
import type { Hydra } from '../../upstreams/hydra.ts';
import type { Identities } from '../../upstreams/identities.ts';
import type { KratosFrontend } from '../../upstreams/kratos.ts';
import type { ProtectOptions } from '../../security/cookies/protectOrAskAgain.ts';
import type { Recorder } from '../../store/recorder.ts';
import { identityOf } from '../../upstreams/session.ts';
import { privilegedPost } from '../privilegedPost.ts';

/** What deleting an account needs. */
interface DeletionOptions extends ProtectOptions {
  kratos: KratosFrontend;
  settings: Settings;
  record?: Recorder | undefined;
  identities?: Identities | undefined;
  hydra?: Hydra | undefined;
  store?: Store | undefined;
}

/** `POST /data/delete`: signs the user out everywhere, and plans the deletion of their account. A sign-in until then gives it up. */
export const postDeletion = (options: DeletionOptions) =>
  privilegedPost(options, {
    page: pageRow('data').path,
    make: async (fields, { identity }, cookie) => {
      const { identities, hydra, store, settings } = options;
      if (!identities || !store || !identity || !canDelete(options, settings)) throw notFound();
      if (fieldsOf(fields).confirm !== 'true') return { setCookie: [notTicked.set(settings.PORTAL_URL)] };
      const recipient = recipientOf(identity, localeCookie.read(cookie, settings.PORTAL_URL));
      const due = await planDeletion(
        identity.id,
        { graceDays: settings.DELETION_GRACE_DAYS, recipient },
        { identities, hydra, store },
      );
      return {
        happened: { kind: 'deletionAsked', about: { until: new Date(due).toISOString() } } as const,
        setCookie: [justLeft.set(settings.PORTAL_URL, String(due))],
      };
    },
  });

/** `POST /data/back`: the owner of an account that came back has read so, and goes on. */
export const postCameBack =
  ({ identities, kratos, settings }: DeletionOptions): RequestHandler =>
  async (request, response) => {
    const identity = await identityOf(kratos, request.headers.cookie);
    if (identity !== undefined) await identities?.setPublic(identity, cameBackKey, undefined);
    response.redirect(303, returnTo(textIn(fieldsOf(request.body).return_to), settings.PORTAL_URL) ?? '/');
  };
