import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import type { PageProps } from '../../shared/page.ts';
import type { Loader } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Challenges, UserCodeAnswer } from '../upstreams/challenges.ts';
import { visitor } from '../upstreams/session.ts';
import { type OAuth2Options, requireHydra } from './hydra.ts';
import { justConnected } from '../security/cookies/notices.ts';
import { lettersAndDigits, plainText } from '../../shared/flow/typedText.ts';

/** Longer than the user codes of any provider. */
const maxLength = 64;

/** Matches a code of eight capitals and digits, in one piece or in two, that has words around it. */
const amongWords = /(?<![A-Za-z\d])[A-Z\d]{4}[\s-]?[A-Z\d]{4}(?![A-Za-z\d])/;

/**
 * Returns the codes that a typed user code may stand for, most likely first: without blanks, dashes, brackets and invisible
 * marks, as typed, then in upper case, then in lower case. Hydra compares codes exactly, and by default they mix both
 * (RFC 8628, section 6.1). A code in capitals is also found among words.
 *
 * @param typed the visitor's input
 * @returns an empty list for a text that cannot be a code
 */
function userCodes(typed: string): string[] {
  const plain = plainText(typed);
  const code = lettersAndDigits(plain);
  if (code === '' || code.length > maxLength) return [];
  const found = lettersAndDigits(amongWords.exec(plain)?.[0] ?? code);
  return [...new Set([found, code, code.toUpperCase(), code.toLowerCase()])];
}

/** Hydra's verification page, which creates a challenge and redirects to `/device` with it. */
const verificationPath = '/oauth2/device/verify';

/**
 * `GET /device?device_challenge=…`: asks for the code that a device shows (RFC 8628, section 3.3). A `user_code` in
 * the link is only filled in; the user has to confirm it, because somebody else may have sent the link (section 5.4).
 */
export const device: Loader = ({ query }) => {
  const challenge = query.get('device_challenge') ?? '';
  const userCode = query.get('user_code') ?? '';
  if (challenge === '') return { redirect: pageUrl(verificationPath, { user_code: userCode }) };
  return { page: { name: 'device', props: { challenge, userCode } } };
};

/** `GET /device/done`: says that the device is signed in, to the browser that has just allowed it. */
export const deviceDone: Loader = ({ cookie, settings }) =>
  justConnected.isIn(cookie, settings.PORTAL_URL)
    ? { page: { name: 'deviceDone', props: {} } }
    : { redirect: '/' };

/** `GET /device/denied`: says that the device is not signed in. */
export const deviceDenied: Loader = () => ({ page: { name: 'deviceDenied', props: {} } });

/** Returns the URL of the page whose form a request submits; the code is filled in, as in a device's link. */
export const devicePage = (request: Request): string => {
  const { device_challenge, user_code } = fieldsOf(request.body);
  return pageUrl('/device', { device_challenge: textIn(device_challenge), user_code: textIn(user_code) });
};

/** Tries the codes that a typed one may stand for, until Hydra accepts one. */
async function acceptAny(
  { acceptUserCode }: Challenges,
  challenge: string,
  codes: readonly string[],
): Promise<UserCodeAnswer> {
  for (const code of codes) {
    const answer = await acceptUserCode(challenge, code);
    if (!('refused' in answer) || answer.refused === 'challenge') return answer;
  }
  return { refused: 'code' };
}

/**
 * `POST /device`: passes the typed code to Hydra and redirects to where Hydra continues, with a sign-in and the
 * consent. If the code is wrong or has expired, the page is shown again; if the challenge has, the browser goes to
 * Hydra for a new one, and comes back with the code filled in.
 *
 * @throws PortalError 502 or 504 when the provider gives no usable answer
 */
export const postDevice =
  ({ hydra, kratos }: OAuth2Options, show: Pages['show']): RequestHandler =>
  async (request, response) => {
    const { challenges } = requireHydra(hydra);
    const { device_challenge: challenge, user_code: typed } = fieldsOf(request.body);
    const startOver = pageUrl(verificationPath, { user_code: textIn(typed) });
    if (typeof challenge !== 'string' || challenge === '' || typeof typed !== 'string') {
      response.redirect(303, startOver);
      return;
    }
    const codes = userCodes(typed);
    const answer = await acceptAny(challenges, challenge, codes);
    if ('redirectTo' in answer || answer.refused === 'challenge') {
      response.redirect(303, 'redirectTo' in answer ? answer.redirectTo : startOver);
      return;
    }
    const problem = typed.trim() === '' ? 'empty' : 'wrong';
    const props: PageProps['device'] = { challenge, userCode: typed, problem };
    const who = await visitor(kratos, request.headers.cookie);
    show(request, response.status(400), { name: 'device', props }, who);
  };
