import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { arrivalOf } from '../flow/arrival.ts';
import type { Sandbox } from '../sandbox.ts';
import { resume } from './browserCookie.ts';

/** oidc-provider's constructor, whose type lacks the parameters. */
type InteractionConstructor = new (
  uid: string,
  payload: object,
) => { save: (ttl: number) => Promise<string> };

/** How long a user has for the sign-in and the consent, in seconds. */
const lifespan = 30 * 60;

/**
 * The verification page of the device flow (RFC 8628, section 3.3): sends the browser to the portal's page for the code,
 * and begins an authorization for the device once the code was accepted.
 */
export const deviceVerification =
  ({ portalUrl, provider, records }: Sandbox): RequestHandler =>
  async (request, response, next) => {
    const url = new URL(request.originalUrl, portalUrl);
    if (url.searchParams.has('login_verifier') || url.searchParams.has('consent_verifier')) {
      next();
      return;
    }
    const { browser } = arrivalOf(request);
    const challenge = url.searchParams.get('device_verifier');
    if (challenge === null) {
      const id = randomUUID();
      records.devices.put(id, { browser, requestUrl: url.href });
      const query = new URLSearchParams({ device_challenge: id });
      const code = url.searchParams.get('user_code');
      if (code !== null) query.set('user_code', code);
      response.redirect(302, `${portalUrl}/device?${query}`);
      return;
    }
    const device = records.devices.get(challenge);
    const code =
      device?.deviceCode === undefined ? undefined : await provider.DeviceCode.find(device.deviceCode);
    if (!code || device?.browser !== browser) {
      response.redirect(302, `${portalUrl}/error?error=request_forbidden`);
      return;
    }
    const uid = randomUUID();
    const Interaction = provider.Interaction as unknown as InteractionConstructor;
    const interaction = new Interaction(uid, {
      returnTo: `${portalUrl}${url.pathname}/${uid}`,
      params: code.params,
      deviceCode: code.jti,
      prompt: { name: 'login', reasons: [], details: {} },
      cid: uid,
    });
    await interaction.save(lifespan);
    resume(request, uid, true);
    records.devices.delete(challenge);
    request.url = `${url.pathname}/${uid}`;
    next();
  };
