import type { ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { fieldsOf } from '../../../shared/fields.ts';
import { passedChallenge } from '../../../shared/flow/flowState.ts';
import { addressNotVerified } from '../../../shared/flow/messageId.ts';
import { anchorOf } from '../../../shared/flow/methods.ts';
import { classify, type Outcome } from '../../../shared/flow/classify.ts';
import { isWaitingSignIn } from '../../../shared/flow/signInUrl.ts';
import { pagePath } from '../../../shared/flow/pagePath.ts';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import type { Flow, FlowKind, FlowOf, Notice } from '../../../shared/page.ts';
import { FailureText } from '../FailureText.tsx';
import { body } from './body.ts';
import { browser } from './browser.ts';
import { callProvider } from './callProvider.ts';
import { nextUrl, type Leaving } from './nextUrl.ts';
import { keepPending } from './pendingChange.ts';
import { flowPath, startPath } from './providerPath.ts';

/** A submit of one of the page's forms. */
export interface Submission {
  /** Identifies the pressed button, see `submissionId`. */
  submitter: string;
  /** The id of the form's section. */
  section: string;
  /** The form's values, the clicked button's name and value last. */
  values: [string, unknown][];
  /** The form's nodes. */
  nodes: UiNode[];
  /** The values that may be shown again, by field name. */
  typed: Record<string, string>;
}

/** What the page shows after an exchange: a flow, or why the submit failed. */
export type ExchangeResult<Kind extends FlowKind> =
  { flow: FlowOf[Kind]; notice?: Notice } | { failure: ReactNode };

/** How calls are made. */
interface CallOptions {
  /** Where browsers reach the identity service: flows are started again there. */
  identityServiceUrl: string;
  /** How long each call may take, in milliseconds; without it for ever. */
  timeoutMs?: number;
  signal: AbortSignal;
  /** Loads the texts that an answer may need. */
  loadCatalogue: () => Promise<void>;
}

/** The id of the identity whose settings a flow changes; undefined for other kinds. */
const ownerOf = (flow: Flow): unknown => fieldsOf(fieldsOf(flow).identity).id;

/** A settings page's own URL with the anchor of the section that was sent last. */
const withSection = (url: string, section: string): string =>
  `${url.replace(/#.*/, '')}#${anchorOf(section)}`;

/** The flows that have taken the place of others before anything was sent, by the id of the former one. */
const renewed = new Map<string, Promise<Outcome>>();

async function ask(kind: FlowKind, url: string, options: CallOptions, content?: object): Promise<Outcome> {
  const { timeoutMs, signal, loadCatalogue } = options;
  const [answer] = await Promise.all([
    callProvider(url, { body: content, timeoutMs, signal }),
    loadCatalogue(),
  ]);
  return classify(kind, answer);
}

/** Whether the portal's server knows where a flow leads: with or without a session, once an address is proved, or is not. */
const isLedOn = ({ state, ui }: Flow): boolean =>
  state === passedChallenge || ui.messages?.some(({ id }) => id === addressNotVerified) === true;

/** Whether the sign-in that an application waits for comes next: the page says what was changed, and then leads there. */
const signInWaits = (next: string | undefined): boolean =>
  next !== undefined && isWaitingSignIn(next, new URL(browser.url()).origin);

/** Somebody else may have signed in meanwhile, whose page this is not: then everything starts from scratch. */
const ofSameOwner = (former: Flow, outcome: Outcome): Outcome =>
  outcome.kind === 'flow' && ownerOf(outcome.flow) !== ownerOf(former)
    ? { kind: 'restart', notice: 'expired' }
    : outcome;

async function start(
  kind: FlowKind,
  former: Flow,
  query: URLSearchParams,
  options: CallOptions,
): Promise<Outcome> {
  const url = new URL(startPath(kind, query), options.identityServiceUrl).href;
  return ofSameOwner(former, await ask(kind, url, options));
}

/**
 * Starts a flow again with the same parameters, before it expires or after. A form that is sent meanwhile waits for it, and
 * is sent to the new flow.
 */
export async function startAgain(kind: FlowKind, flow: Flow, options: CallOptions): Promise<Outcome> {
  const renewal =
    renewed.get(flow.id) ?? start(kind, flow, startQuery(browser.url(), flow.request_url), options);
  renewed.set(flow.id, renewal);
  const outcome = await renewal;
  if (outcome.kind !== 'flow') renewed.delete(flow.id);
  return outcome;
}

/**
 * Shows an outcome, or follows where the provider leads.
 *
 * @param kind the flow that is shown
 * @param query what it was started with, see `startQuery`
 * @param section the id of the section whose form was sent, if any
 * @returns what to show; undefined if the browser leaves the page
 */
export function settle<Kind extends FlowKind>(
  kind: Kind,
  outcome: Outcome,
  query: URLSearchParams,
  section?: string,
): ExchangeResult<Kind> | undefined {
  const flow = outcome.kind === 'flow' ? outcome.flow : undefined;
  if (flow && !isLedOn(flow)) return { flow: flow as FlowOf[Kind] };
  if (kind === 'settings' && outcome.kind === 'done' && outcome.flow && signInWaits(outcome.next))
    return { flow: outcome.flow as FlowOf[Kind] };
  if (outcome.kind === 'failure') return { failure: <FailureText {...outcome} /> };
  if (flow || outcome.kind === 'restart') {
    // Or the new flow is over as well, or another's: reload the page, so that the portal's server starts from scratch.
    browser.goTo(flow ? `/${kind}?flow=${flow.id}` : pagePath(kind, query));
    return undefined;
  }
  const url = browser.url();
  const endsSection = section !== undefined && kind === 'settings' && outcome.kind === 'signedOut';
  browser.goTo(nextUrl(kind, outcome as Leaving, query, endsSection ? withSection(url, section) : url));
  return undefined;
}

/**
 * Sends a form to the provider as JSON, starts an expired flow again, and follows where the provider leads. The sign-in
 * page loads this, and all that reads answers, on the first interaction.
 *
 * @returns what to show; undefined if the browser leaves the page
 */
export async function exchange<Kind extends FlowKind>(
  kind: Kind,
  flow: FlowOf[Kind],
  { submitter, section, values, nodes, typed }: Submission,
  options: CallOptions,
): Promise<ExchangeResult<Kind> | undefined> {
  const query = startQuery(browser.url(), flow.request_url);
  const renewal = await renewed.get(flow.id);
  const { action } = (renewal?.kind === 'flow' ? renewal.flow : flow).ui;
  const outcome = await ask(kind, action, options, body(values, nodes));
  if (outcome.kind === 'navigate' || outcome.kind === 'signedOut')
    keepPending(kind, { action, section, submitter, typed });
  if (outcome.kind !== 'restart') return settle(kind, outcome, query, section);
  if (!query.has('return_to') && outcome.returnTo) query.set('return_to', outcome.returnTo);
  const { flowId, notice } = outcome;
  const again = flowId
    ? ofSameOwner(
        flow,
        await ask(kind, new URL(flowPath(kind, flowId), options.identityServiceUrl).href, options),
      )
    : await start(kind, flow, query, options);
  const result = settle(kind, again, query, section);
  return result && 'flow' in result ? { ...result, notice } : result;
}
