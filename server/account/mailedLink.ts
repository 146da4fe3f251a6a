import type { RequestHandler } from 'express';
import { classify } from '../../shared/flow/classify.ts';
import { textIn } from '../../shared/fields.ts';
import { passedChallenge } from '../../shared/flow/flowState.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { sentAddress } from '../../shared/flow/sentAddress.ts';
import type { Flow } from '../../shared/page.ts';
import { tokenNotPosted } from '../http/errors.ts';
import { acceptsHtml, queryIn } from '../http/requestHead.ts';
import type { Loader } from '../pages/loader.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { fetchFlow } from '../upstreams/flows.ts';
import { linkOver } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';

/** The flows whose mails may contain a link, and the operations that take its token. */
const operations = { recovery: 'updateRecoveryFlow', verification: 'updateVerificationFlow' } as const;

/** A flow whose mails may contain a link. */
export type LinkedFlow = keyof typeof operations;

const actionOf = (kind: LinkedFlow): string => `/self-service/${kind}`;

/**
 * Passes on links with a token that a browser opens; leaves all others, such as links with a code, to the next route.
 *
 * @throws PortalError 405 `token_not_posted` for programs
 */
export const tokenLinks =
  (kind: LinkedFlow): RequestHandler =>
  ({ url, headers }, _response, next) => {
    if (!queryIn(url).has(nodeName.token)) next('route');
    else if (acceptsHtml(headers)) next();
    else next(tokenNotPosted(operations[kind], actionOf(kind)));
  };

/**
 * Leads a link of a verification that another one has replaced, after too many wrong codes, to that one. Kratos would begin a third
 * one, and renew its CSRF token, so that neither page's form could be sent.
 */
export const replacedLink =
  ({ replacedVerification }: Pick<BrowserCookies, 'replacedVerification'>): RequestHandler =>
  ({ url, headers }, response, next) => {
    const former = replacedVerification.read(headers.cookie);
    if (former?.flow === undefined || former.flow !== queryIn(url).get('flow')) next();
    else response.redirect(303, pageUrl('/verification', { flow: former.by }));
  };

/** Answers HEAD for a link with a code as Kratos answers GET, but fills nothing in: it knows no HEAD. */
export const headOfCodeLink =
  (kind: LinkedFlow): RequestHandler =>
  ({ url }, response, next) => {
    const query = queryIn(url);
    const flow = query.get('flow');
    if (flow && query.has(nodeName.code)) response.redirect(303, pageUrl(`/${kind}`, { flow }));
    else next();
  };

/** Returns the address that a flow has mailed: with links, Kratos leaves it in its field. */
const addressIn = (flow: Flow): string | undefined =>
  sentAddress(flow) ??
  textIn(flow.ui.nodes.map(inputAttributes).find((one) => one?.name === nodeName.email)?.value);

/**
 * `GET /self-service/recovery?flow=…&token=…`, and the same for a verification: asks before a mailed link is used,
 * because Kratos would use its token on a GET: mail gateways follow links before people do, and anybody can send a link
 * to an account of theirs. Kratos also takes the token by POST, without a CSRF token of its own; `refuseOtherSites`
 * refuses that POST to other sites.
 */
export const mailedLink =
  (kind: LinkedFlow): Loader =>
  async ({ query, kratos, cookie }) => {
    const flow = query.get('flow') ?? '';
    const token = query.get(nodeName.token) ?? '';
    const over = { redirect: linkOver(kind, flow) };
    if (flow === '' || token === '') return over;
    const outcome = classify(kind, await kratos.answer(fetchFlow[kind](flow), { cookie }));
    if (outcome.kind === 'restart' && outcome.notice === 'expired') return over;
    // anybody can read an app's flow, and have mail for another address sent in it
    const own = outcome.kind === 'flow' && outcome.flow.type === 'browser' ? outcome.flow : undefined;
    if (own?.state === passedChallenge) return { redirect: pageUrl(`/${kind}`, { flow }) };
    const address = own && addressIn(own);
    const props = { action: pageUrl(actionOf(kind), { flow }), token, ...(address && { address }) };
    return { page: { name: `${kind}Link`, props } };
  };
