import type { FlowKind } from '../../shared/page.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { AnswerCookie, AnswerHead } from '../gateway/forward/exchange.ts';
import { isRedirect } from '../gateway/redirects.ts';
import { justRecovered } from '../security/cookies/notices.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { FormOptions, FormVisit, SentForm } from './visit.ts';

/** The address fields of each kind of form whose address is kept. */
const addressFields: Partial<Record<FlowKind, string[]>> = {
  login: [nodeName.identifier],
  registration: [nodeName.emailTrait],
  verification: [nodeName.email],
  recovery: [nodeName.email, nodeName.recoveryAddress],
};

/** Returns the address that is typed into a form; undefined for none, and for several, of which the provider has read one. */
export function addressIn(kind: FlowKind | undefined, form: SentForm | undefined): string | undefined {
  const typed = ((kind && addressFields[kind]) ?? []).flatMap((name) => form?.fields.get(name) ?? []);
  return typed.length === 1 ? typed[0] : undefined;
}

/**
 * Whether the same or the next form is shown, if only by the page of an error that leads back to it: a successful sign-in leads
 * elsewhere.
 */
export const isShownAgain = (answer: AnswerHead): boolean =>
  isRedirect(answer)
    ? /\/(?:login|registration|verification|recovery|error)\?/.test(answer.headers.location ?? '')
    : answer.statusCode === 200 || answer.statusCode === 400;

/** Whether a sign-up was refused, and its form is shown again. */
export const isRefused = ({ statusCode, headers: { location = '' } }: AnswerHead): boolean =>
  statusCode === 400 || /\/(?:registration|error)\?/.test(location);

/** Returns the flow shown after an answer: Kratos redirects from an expired one to a new one. */
export const shownFlow = ({ headers: { location = '' } }: AnswerHead, sent: string): string =>
  /^[^?]*\/(?:login|registration)\?(?:[^#]*&)?flow=([^&#]+)/.exec(location)?.[1] ?? sent;

/** Returns the session that an answer begins: its cookie, as browsers will send it. */
export const sessionOf = ({ headers }: AnswerHead, cookies: ProviderCookies): string | undefined =>
  headers['set-cookie']?.filter(cookies.setsSession).map(cookiePair)[0];

/**
 * Keeps the address typed into a sign-up, a sign-in, a verification or a recovery for the pages that follow: Kratos 1.3.1
 * does not name it in the verification after a sign-up, and empties a form that it refuses. After a successful sign-in it is
 * kept with the session: Kratos does not say whose session it is while it awaits a second factor.
 *
 * @param opened returns the flow that follows a form which is not refused; by default its own
 */
export function keepAddress(
  { call, form }: FormVisit,
  { flowAddress, cookies }: FormOptions,
  opened?: (answer: Parameters<AnswerCookie>[0]) => string | undefined,
): AnswerCookie | undefined {
  const { submits: kind } = call.operation;
  const names = (kind && addressFields[kind]) ?? [];
  const typed = names.flatMap((name) => form?.fields.get(name) ?? []);
  const [address] = typed;
  if (!form || address === undefined) return undefined;
  return (answer) => {
    const session = kind === 'login' ? sessionOf(answer, cookies) : undefined;
    // given several, the provider has read one of them
    if (session !== undefined) return typed.length === 1 ? flowAddress.keep(session, address) : undefined;
    if (!isShownAgain(answer)) return undefined;
    const next = isRefused(answer) ? undefined : opened?.(answer);
    return flowAddress.keep(next ?? shownFlow(answer, form.flow), address);
  };
}

/**
 * Keeps the address of a recovery with the session that its code begins, as after a sign-in, and has the page that asks for a
 * second factor say that the code was right.
 */
export function noteRecovered(
  { form, request }: FormVisit,
  { flowAddress, cookies, portalUrl }: FormOptions,
): AnswerCookie[] {
  const address = form && flowAddress.read(request.headers.cookie, form.flow);
  const onceBegun =
    (keep: (session: string) => string | undefined): AnswerCookie =>
    (answer) => {
      const session = sessionOf(answer, cookies);
      return session === undefined ? undefined : keep(session);
    };
  return [
    onceBegun((session) => (address === undefined ? undefined : flowAddress.keep(session, address))),
    onceBegun(() => justRecovered.set(portalUrl)),
  ];
}
