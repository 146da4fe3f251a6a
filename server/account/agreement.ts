import type { RequestHandler } from 'express';
import { agreementIn, agreementKey } from '../../shared/agreement.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { notFound } from '../http/errors.ts';
import { agreementUrl, hasToAgree } from '../pages/agreedFirst.ts';
import type { Loader } from '../pages/loader.ts';
import { notTicked } from '../security/cookies/notices.ts';
import { returnTo } from '../security/request/returnTo.ts';
import type { Settings } from '../settings/config.ts';
import { clientOf, type Recorder } from '../store/recorder.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { visitor } from '../upstreams/session.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { signInAgain } from '../urls/links.ts';
import { signedIn } from './signedIn.ts';

/** `GET /agreement?return_to=…`: asks whether somebody agrees to the operator's version of the words. */
export const agreement: Loader = async (visit) => {
  const { query, cookie, settings } = visit;
  const { CONSENT_VERSION: version, PORTAL_URL: portalUrl } = settings;
  const next = returnTo(query.get('return_to') ?? undefined, portalUrl) ?? '/';
  // while a first version is rolled out, a replica that does not know it gets visitors of one that does
  if (version === undefined) return { redirect: next };
  const who = await signedIn(visit);
  if ('redirect' in who) return who;
  if (!hasToAgree(who, settings)) return { redirect: next };
  const isNew = agreementIn(who.session.identity?.metadata_public) === undefined;
  const isNotTicked = notTicked.isIn(cookie, portalUrl);
  return {
    ...(isNotTicked && { setCookie: [notTicked.clear(portalUrl)] }),
    page: {
      name: 'agreement',
      props: { returnTo: next, version, ...(isNew && { isNew }), ...(isNotTicked && { isNotTicked }) },
    },
  };
};

/**
 * `POST /agreement`: keeps with the identity which version somebody has agreed to, and when.
 *
 * @throws PortalError 502 or 504 when Kratos does not keep it
 */
export const postAgreement =
  ({
    kratos,
    identities,
    record,
    settings,
  }: {
    kratos: KratosFrontend;
    identities?: Identities | undefined;
    record?: Recorder | undefined;
    settings: Settings;
  }): RequestHandler =>
  async (request, response) => {
    const { CONSENT_VERSION: version, PORTAL_URL: portalUrl } = settings;
    const { agree, return_to } = fieldsOf(request.body);
    const next = returnTo(return_to, portalUrl) ?? '/';
    if (!identities) throw notFound();
    // kept by a replica that knows the version, which asks again
    if (version === undefined) {
      response.redirect(303, next);
      return;
    }
    const who = await visitor(kratos, request.headers.cookie);
    if (who.kind === 'unknown') throw upstreamFailed();
    const identity = who.kind === 'signedIn' ? who.session.identity?.id : undefined;
    if (agree === undefined) response.append('Set-Cookie', notTicked.set(portalUrl));
    if (identity === undefined || agree !== version) {
      response.redirect(303, identity === undefined ? signInAgain({ return_to: next }) : agreementUrl(next));
      return;
    }
    await identities.setPublic(identity, agreementKey, { version, at: new Date().toISOString() });
    await record?.(clientOf(request), { identity, kind: 'agreed', about: { version } });
    response.redirect(303, next);
  };
