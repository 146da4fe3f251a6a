import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { AnswerCookie } from '../gateway/forward/exchange.ts';
import { isRedirect } from '../gateway/redirects.ts';
import { parseQuery } from '../http/requestHead.ts';
import { justResent } from '../security/cookies/notices.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { pageUrl } from '../urls/paths.ts';
import { isShownAgain, shownFlow } from './keepAddress.ts';
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
  { call, form }: FormVisit,
  { awaitedCode }: FormOptions,
): AnswerCookie | undefined {
  const { submits: kind } = call.operation;
  if (!form || !kind || kind === 'settings' || form.fields.has(nodeName.code)) return undefined;
  const { fields, flow } = form;
  const asks =
    fields.get(nodeName.method)?.includes(nodeGroup.code) ?? mailing.some((name) => fields.has(name));
  return asks
    ? (answer) =>
        isShownAgain(answer) ? awaitedCode.keep({ kind, flow: shownFlow(answer, flow) }) : undefined
    : undefined;
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
