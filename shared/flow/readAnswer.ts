import type { ContinueWith } from '@ory/client';
import type { Flow, FlowKind } from '../page.ts';
import { fieldsOf, listOf, lookUp, textIn as text, type Fields } from '../fields.ts';
import { pagePath } from './pagePath.ts';
import { readFlow } from './readFlow.ts';
import { webUrl } from './webUrl.ts';

/** Why there may be no answer: without a connection from the start (`offline`), nothing was sent. */
const transports = ['network', 'offline', 'timeout', 'aborted'] as const;

/** The reason for a missing answer; `ms` is the exceeded timeout, in milliseconds. */
export interface Transport {
  transport: (typeof transports)[number];
  ms?: number;
}

/** The fields of an answer's body that `classify` uses. Missing or wrongly typed ones are left out. */
export interface AnswerFields {
  flow?: Flow;
  /** A session or identity is in the body: the flow ended well. */
  session?: boolean;
  /** An identity is in the body, and no session. */
  sessionless: boolean;
  continueWith: ContinueWith[];
  /** The destination of `continue_with`. */
  next?: string;
  /** The flow that `next` names in its query. */
  nextFlow?: string;
  errorId?: string;
  message?: string;
  redirectTo?: string;
  flowId?: string;
  returnTo?: string;
  transport?: Transport['transport'];
  ms?: number;
  /** When to retry, in seconds. */
  waitSeconds?: number;
}

/** Whether a body is a flow: it has an id, and a form with an action. */
const flowIn = (body: Fields): Flow | undefined =>
  text(body.id) && webUrl(fieldsOf(body.ui).action) ? readFlow(body) : undefined;

/**
 * Matches the milliseconds in the timeout messages of HTTP clients and of the gateway: `timeout of 5000 ms exceeded`.
 */
function timeLimitIn(message = ''): number | undefined {
  const digits = /timeout of (\d+) ?ms/.exec(message)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const pages: Record<string, FlowKind> = {
  show_verification_ui: 'verification',
  show_recovery_ui: 'recovery',
  show_settings_ui: 'settings',
};

/** Returns the flow that an entry of `continue_with` asks for. */
const kindOf = (item: Fields): FlowKind | undefined => lookUp(pages, text(item.action) ?? '');

interface Step {
  url?: string;
  flow?: string;
}

function flowStep(item: Fields): Step[] {
  const kind = kindOf(item);
  const flow = fieldsOf(item.flow);
  const id = text(flow.id);
  if (!kind || !id) return [];
  return [{ url: webUrl(flow.url) ?? pagePath(kind, new URLSearchParams({ flow: id })), flow: id }];
}

function redirectStep(item: Fields): Step[] {
  const url = item.action === 'redirect_browser_to' ? webUrl(item.redirect_browser_to) : undefined;
  return url ? [{ url, flow: new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get('flow') ?? undefined }] : [];
}

/** Returns the next step of `continue_with`: a flow that needs the user comes before the final redirect. */
function nextStep(items: Fields[]): Step {
  return [...items.flatMap(flowStep), ...items.flatMap(redirectStep)][0] ?? {};
}

/**
 * Reads a provider's answer without trusting it.
 *
 * @param kind the requested flow; if `continue_with` names a flow of the same kind, its id becomes `flowId`
 */
export function readAnswer(kind: FlowKind, body: unknown): AnswerFields {
  const top = fieldsOf(body);
  const error = fieldsOf(top.error);
  const details = fieldsOf(error.details);
  const items = [...listOf(top.continue_with), ...listOf(details.continue_with)].map(fieldsOf);
  const { url: next, flow: nextFlow } = nextStep(items);
  const sameKind = items.some((item) => kindOf(item) === kind);
  return {
    flow: flowIn(top),
    session: (top.session ?? top.identity) != null,
    sessionless: top.session == null && top.identity != null,
    continueWith: items as unknown as ContinueWith[],
    next,
    nextFlow,
    errorId: text(error.id),
    message: text(error.reason) ?? text(error.message),
    redirectTo:
      webUrl(top.redirect_browser_to) ??
      webUrl(error.redirect_browser_to) ??
      webUrl(details.redirect_browser_to),
    flowId: text(top.use_flow_id) ?? text(details.use_flow_id) ?? (sameKind ? nextFlow : undefined),
    returnTo: webUrl(details.return_to),
    transport: transports.find((reason) => reason === top.transport),
    waitSeconds: typeof error.retry_after === 'number' ? error.retry_after : undefined,
    ms: typeof top.ms === 'number' ? top.ms : timeLimitIn(text(error.message) ?? text(error.reason)),
  };
}
