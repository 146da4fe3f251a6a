import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { isPrivileged } from '../../../shared/sessions.ts';
import { pageRow } from '../../../shared/pages.ts';
import { malformedRequest, notFound } from '../../http/errors.ts';
import { queryIn } from '../../http/requestHead.ts';
import type { BrowserCookies } from '../../security/cookies/browserCookies.ts';
import { justSecured, justUndone } from '../../security/cookies/notices.ts';
import { protectOrAskAgain } from '../../security/cookies/protectOrAskAgain.ts';
import type { Happened } from '../../store/events.ts';
import { recipientOf, type Recipient } from '../../store/recipient.ts';
import { clientOf, type Recorder } from '../../store/recorder.ts';
import type { Store } from '../../store/store.ts';
import type { Settings } from '../../settings/config.ts';
import type { Hydra } from '../../upstreams/hydra.ts';
import type { Kratos } from '../../upstreams/kratos.ts';
import type { Identities } from '../../upstreams/identities.ts';
import type { StoredIdentity } from '../../upstreams/storedIdentity.ts';
import { signInAddress, visitor } from '../../upstreams/session.ts';
import { upstreamFailed } from '../../upstreams/upstreamErrors.ts';
import { orSignInAgain, signInAgain } from '../../urls/links.ts';
import { pageUrl } from '../../urls/paths.ts';
import { privilegedPost } from '../privilegedPost.ts';
import { lockAccount, type Cause } from './lockAccount.ts';
import { afterSecuring, causeOf, securedChanges, toldBy, type SecureOptions } from './securePage.ts';

const { path } = pageRow('secure');

/** What the page's forms need. */
export interface SecurePostOptions extends SecureOptions, BrowserCookies {
  settings: Settings;
  kratos: Kratos;
  hydra?: Hydra | undefined;
  record?: Recorder | undefined;
}

/** `GET /secure?token=…`, a mail's link: keeps its token in a cookie, and leaves the URL without it. */
export const openNotMe =
  ({ notMe }: Pick<BrowserCookies, 'notMe'>): RequestHandler =>
  ({ url }, response, next) => {
    const token = queryIn(url).get('token');
    if (token === null) {
      next();
      return;
    }
    response.append('Set-Cookie', notMe.keep(token) ?? notMe.expired);
    response.redirect(303, path);
  };

/** Whether somebody who is signed in secures that account, rather than the one of a mail's link. */
const isOwn = ({ body }: { body?: unknown }): boolean => fieldsOf(body).own === 'true';

/** Returns whose account a browser may secure, and their address; or where it has to go first. */
async function causeFor(
  request: Request,
  { kratos, settings, ...options }: SecurePostOptions,
  { identities, store }: { identities: Identities; store: Store },
): Promise<{ cause: Cause; address: string | undefined } | { redirect: string }> {
  const { cookie } = request.headers;
  const told = isOwn(request) ? undefined : toldBy(cookie, options);
  if (told) {
    const account = await identities.get(told.identity);
    const cause = await causeOf(told, account, store, settings.ADDRESS_RETURN_DAYS);
    return { cause, address: told.address };
  }
  const who = await visitor(kratos, cookie);
  const return_to = settings.PORTAL_URL + path;
  if (who.kind === 'signedOut') return { redirect: signInAgain({ return_to }) };
  if (who.kind === 'secondFactor') return { redirect: path };
  const { session } = who.kind === 'signedIn' ? who : {};
  const identity = session?.identity?.id;
  if (!session || identity === undefined) throw upstreamFailed();
  if (!isPrivileged(session)) return { redirect: pageUrl('/login', { refresh: 'true', return_to }) };
  return { cause: { identity, at: Date.now() }, address: signInAddress(session) };
}

/** Returns whom to tell: also the address that was just put back, which nobody has proved again yet. */
function toldOwner(account: StoredIdentity, address: string | undefined): Recipient {
  const { addresses, locale } = recipientOf(account, undefined);
  return { addresses: [...addresses, ...(address?.includes('@') ? [address] : [])], locale };
}

/**
 * `POST /secure`: secures the account of a mail's link, or of somebody who has just signed in. Who holds the link can lock the
 * account, and gets nothing else: the way in leads through the mailbox.
 *
 * @throws PortalError 502 or 504 when the provider does not do all of it: pressing again goes on
 */
export const postSecure = (options: SecurePostOptions): RequestHandler[] => [
  protectOrAskAgain(options, (request, hasSession) =>
    isOwn(request) ? orSignInAgain(path)(request, hasSession) : path,
  ),
  async (request, response) => {
    const { identities, store, hydra, record, settings, notMe, flowAddress } = options;
    if (!identities || !store || settings.KRATOS_HOOKS_KEY.length === 0) throw notFound();
    const whose = await causeFor(request, options, { identities, store });
    if ('redirect' in whose) {
      response.redirect(303, whose.redirect);
      return;
    }
    const { cause, address } = whose;
    const { outcome, happened } = await lockAccount(cause, { identities, hydra, store });
    if (outcome !== 'over') {
      const account = await identities.get(cause.identity);
      for (const one of happened)
        await record?.(clientOf(request), {
          identity: cause.identity,
          recipient: toldOwner(account, address),
          ...one,
        });
      response.append(
        'Set-Cookie',
        [
          justSecured.set(settings.PORTAL_URL, `${outcome}.${cause.identity}`),
          notMe.expired,
          (address === undefined ? undefined : flowAddress.keep(afterSecuring, address)) ?? [],
        ].flat(),
      );
    }
    response.redirect(303, path);
  },
];

/**
 * `POST /secure/undo`: removes a way in that was added before the account was secured.
 *
 * @throws PortalError 400 for a change that cannot be undone so, 502 or 504 when Kratos does not do it
 */
export const postUndo = (options: SecurePostOptions): RequestHandler[] =>
  privilegedPost(options, {
    page: path,
    make: async (fields, { identity }) => {
      const { identities, store } = options;
      if (!identities || !store || !identity) throw notFound();
      const account = await identities.get(identity.id);
      const changes = await securedChanges(store, account);
      const change = changes.find(
        ({ id, kind }) => kind === 'methodAdded' && id === textIn(fieldsOf(fields).event),
      );
      const { method, provider } = change?.about ?? {};
      if (method === 'totp' || method === 'lookup_secret')
        await identities.removeCredential(identity.id, method);
      else if (method === 'oidc') {
        const linked = (account.credentials?.oidc?.identifiers ?? []).filter(
          (identifier) =>
            provider === undefined || identifier.toLowerCase().startsWith(`${provider.toLowerCase()}:`),
        );
        for (const identifier of linked) await identities.removeCredential(identity.id, 'oidc', identifier);
      } else throw malformedRequest();
      const happened: Happened = {
        kind: 'methodRemoved',
        about: { method, ...(provider !== undefined && { provider }) },
      };
      return { happened, setCookie: [justUndone.set(options.settings.PORTAL_URL)] };
    },
  });
