import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { AnswerCookie } from '../gateway/forward/exchange.ts';
import {
  loginCodeWrong,
  recoveryCodeWrong,
  registrationCodeWrong,
  verificationCodeWrong,
} from '../../shared/flow/messageId.ts';
import { isRedirect, redirected } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { parseQuery } from '../http/requestHead.ts';
import { justResent } from '../security/cookies/notices.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { pageUrl } from '../urls/paths.ts';
import { says } from './history.ts';
import { addressIn, isShownAgain, shownFlow } from './keepAddress.ts';
import type { FormOptions, FormVisit } from './visit.ts';

/** The buttons that ask for another code, beside the field for it. */
const asking = [nodeName.resend, nodeName.email, nodeName.recoveryConfirmAddress];

/** Returns the cookie that makes the page that follows say that another code was mailed; a script sees that itself. */
export function noteResent(
  { form, isNavigation }: FormVisit,
  { portalUrl }: FormOptions,
): AnswerCookie | undefined {
  // the field is empty
  const asks =
    form?.pairs.some(([name]) => name === nodeName.code) && asking.some((name) => form.fields.has(name));
  return isNavigation && asks
    ? (answer) => (isRedirect(answer) ? justResent.set(portalUrl) : undefined)
    : undefined;
}

/** The fields that have a code mailed, besides the method. */
const mailing = [...asking, nodeName.recoveryAddress];

/** Returns the cookie that leads to the page of a code once it has been mailed, in case that page is closed. */
export function noteAwaited(
  { call, form, request }: FormVisit,
  { awaitedCode }: FormOptions,
): AnswerCookie | undefined {
  const { submits: kind } = call.operation;
  if (!form || !kind || kind === 'settings' || form.fields.has(nodeName.code)) return undefined;
  const { fields, flow: sent } = form;
  const asks =
    fields.get(nodeName.method)?.includes(nodeGroup.code) ?? mailing.some((name) => fields.has(name));
  if (!asks) return undefined;
  const last = awaitedCode.read(request.headers.cookie);
  const address = addressIn(kind, form);
  const isAgain = last?.kind === kind && address !== undefined && last.address === address;
  return (answer) => {
    if (!isShownAgain(answer)) return undefined;
    const flow = shownFlow(answer, sent);
    const before = isAgain ? [last.flow, ...(last.former ?? [])] : [];
    const former = before.filter((one) => one !== flow).slice(0, maxFormer);
    return awaitedCode.keep({ kind, flow, address, former });
  };
}

/** How many earlier flows of an address are known: as many tabs. */
const maxFormer = 3;

/** The messages with which Kratos refuses a mailed code. */
const wrongCodes = new Set<unknown>([
  loginCodeWrong,
  registrationCodeWrong,
  recoveryCodeWrong,
  verificationCodeWrong,
]);

/**
 * Sends a code that a flow refuses once more, to the flow with which another tab of the browser has had one mailed to the same
 * address since: it may be that one's.
 */
export function inLaterFlow(
  { call, form, request }: FormVisit,
  { awaitedCode, readFormFlow }: FormOptions,
): Steps['readAnswer'] {
  const { submits: kind } = call.operation;
  // read now: the gateway replaces the headers
  const { cookie } = request.headers;
  const later = awaitedCode.read(cookie);
  if (!kind || !form?.fields.get(nodeName.code)?.[0] || later?.kind !== kind) return undefined;
  if (!later.former?.includes(form.flow)) return undefined;
  return async (answer) => {
    // a browser without scripts is led back to the form
    const shown = isRedirect(answer)
      ? (await readFormFlow?.(kind, form.flow, cookie))?.flow
      : jsonIn(answer.body);
    return says(shown, wrongCodes)
      ? redirected(answer, 307, pageUrl(call.path, { flow: later.flow }))
      : answer;
  };
}

/**
 * Leads a request for another code to a new flow if there were too many wrong ones: Kratos counts them in the flow, and refuses
 * every further code there, also one that it mails later. In a recovery or a verification it begins the new flow itself.
 *
 * @returns undefined if it is answered already: a second factor's page begins the flow, in which Kratos mails at once
 */
export async function inUsableFlow(
  visit: FormVisit,
  { portalUrl, renewSpent }: FormOptions,
): Promise<FormVisit | undefined> {
  const { call, request, response, form, isNavigation } = visit;
  const { submits: kind } = call.operation;
  if (kind !== 'login' && kind !== 'registration') return visit;
  if (!form?.fields.has(nodeName.resend) || !isFromOwnPage(request.headers, portalUrl)) return visit;
  const { flow, secondFactor } = (await renewSpent?.(kind, form.flow, request.headers.cookie)) ?? {};
  if (secondFactor) {
    const url = pageUrl('/login', secondFactor);
    if (isNavigation) response.redirect(303, url);
    else response.status(422).json({ redirect_browser_to: portalUrl + url });
    return undefined;
  }
  if (!flow) return visit;
  const query = parseQuery(call.query);
  query.set('flow', flow.id);
  return { ...visit, call: { ...call, query: query.toString() }, form: { ...form, flow: flow.id } };
}
