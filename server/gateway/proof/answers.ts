import { fieldsOf, objectsIn, textIn, type Fields } from '../../../shared/fields.ts';
import { browserMustGo } from '../../http/errors.ts';
import type { SessionCredentials } from '../../provider/kratos.ts';
import type { ProviderCookies } from '../../security/cookies/providerCookies.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { cookiePair } from '../../security/cookies/cookieHeaders.ts';

/** Returns an answer's JSON object; empty for any other body. */
export function fieldsIn({ body }: Pick<HeldAnswer, 'body'>): Fields {
  try {
    return fieldsOf(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

/** Whether an answer sends a browser that posted without scripts to another page. */
export const isRedirect = ({ statusCode }: Pick<HeldAnswer, 'statusCode'>): boolean =>
  statusCode === 302 || statusCode === 303;

/**
 * Matches a session token: Kratos uses the plain name when an app signs in, and the prefix when it recovers an
 * account.
 */
const tokenPattern = /"(?:ory_)?session_token"\s*:\s*"([^"\\]+)"/;

/** Returns the `Set-Cookie` lines of an answer that hand over a session. */
export const sessionCookies = ({ headers }: HeldAnswer, cookies: ProviderCookies): string[] =>
  (headers['set-cookie'] ?? []).filter(cookies.setsSession);

/** Returns the session that an answer hands over, a cookie or a token; undefined if there is none. */
export function newSession(answer: HeldAnswer, cookies: ProviderCookies): SessionCredentials | undefined {
  const { statusCode, body } = answer;
  const cookie = sessionCookies(answer, cookies).map(cookiePair);
  if (cookie.length > 0) return { Cookie: cookie.join('; ') };
  const token = statusCode === 200 ? tokenPattern.exec(body.toString())?.[1] : undefined;
  return token === undefined ? undefined : { 'X-Session-Token': token };
}

/** Returns an answer with its `Set-Cookie` lines replaced. */
function withSetCookies(answer: HeldAnswer, lines: readonly string[]): HeldAnswer {
  const rawHeaders: string[] = [];
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() !== 'set-cookie') rawHeaders.push(name, value);
  }
  for (const line of lines) rawHeaders.push('Set-Cookie', line);
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [...lines] }, rawHeaders };
}

/** Returns an answer that sets further cookies. */
export const withCookies = (answer: HeldAnswer, lines: readonly (string | undefined)[]): HeldAnswer =>
  withSetCookies(answer, [
    ...(answer.headers['set-cookie'] ?? []),
    ...lines.filter((line) => line !== undefined),
  ]);

/** Returns an answer without its session cookies. */
export const withoutSession = (answer: HeldAnswer, cookies: ProviderCookies): HeldAnswer =>
  withSetCookies(
    answer,
    (answer.headers['set-cookie'] ?? []).filter((line) => !cookies.setsSession(line)),
  );

/** Returns an answer with another status, `Location` or JSON body; its cookies stay. */
export function replaced(
  answer: HeldAnswer,
  { statusCode, location, json }: { statusCode: number; location?: string; json?: object },
): HeldAnswer {
  const { 'set-cookie': setCookie = [] } = answer.headers;
  const headers = {
    ...(location !== undefined && { location }),
    ...(json && { 'content-type': 'application/json' }),
  };
  const changed: HeldAnswer = {
    statusCode,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(json ? JSON.stringify(json) : ''),
  };
  return withSetCookies(changed, setCookie);
}

/** The verification that an answer leads to. */
export interface OpenedVerification {
  /** The flow's id. */
  flow: string;
  /** The address, if the provider names it. */
  address?: string | undefined;
}

/** Returns the verification flow that the provider opened with its answer to a sign-up or a refused sign-in. */
export function openedVerification(answer: HeldAnswer, portalUrl: string): OpenedVerification | undefined {
  if (isRedirect(answer)) {
    const { location = '' } = answer.headers;
    if (!URL.canParse(location, portalUrl)) return undefined;
    const url = new URL(location, portalUrl);
    const flow = url.searchParams.get('flow');
    return url.origin === portalUrl && url.pathname === '/verification' && flow ? { flow } : undefined;
  }
  const fields = fieldsIn(answer);
  const error = fieldsOf(fields.error);
  const next = [fields, error, fieldsOf(error.details)].flatMap(({ continue_with: list }) => objectsIn(list));
  const shown = next.find(({ action }) => action === 'show_verification_ui');
  const { id, verifiable_address: address } = fieldsOf(shown?.flow);
  const flow = textIn(id);
  return flow === undefined ? undefined : { flow, address: textIn(address) };
}

/** Returns an answer that sends the page's script to another page; cookies stay. */
export function toPage(answer: HeldAnswer, url: string): HeldAnswer {
  const error = browserMustGo(url);
  return replaced(answer, {
    statusCode: error.status,
    json: { ...error.toJson(), redirect_browser_to: url },
  });
}
