import type { ReactNode } from 'react';
import type { Outcome } from '../../../shared/flow/classify.ts';
import { passedChallenge } from '../../../shared/flow/flowState.ts';
import { signInToGoOn } from '../../../shared/flow/messageId.ts';
import { anchorOf } from '../../../shared/flow/methods.ts';
import { pagePath } from '../../../shared/flow/pagePath.ts';
import { isWaitingSignIn } from '../../../shared/flow/signInUrl.ts';
import type { Flow, FlowKind, FlowOf, Notice } from '../../../shared/page.ts';
import { FailureText } from '../FailureText.tsx';
import { browser } from './browser.ts';
import { nextUrl, type Leaving } from './nextUrl.ts';

/** The result of an answer: a flow to show, or why the submit failed. */
export type AnswerShown<Kind extends FlowKind> =
  { flow: FlowOf[Kind]; notice?: Notice } | { failure: ReactNode };

/** Returns a settings page's own URL with the anchor of the section that was sent last. */
const withSection = (url: string, section: string): string =>
  `${url.replace(/#.*/, '')}#${anchorOf(section)}`;

/** Whether only the portal's server knows where a flow leads: with or without a session, once an address is proved. */
const isLedOn = ({ state, ui }: Flow): boolean =>
  state === passedChallenge || ui.messages?.some(({ id }) => id === signInToGoOn) === true;

/** Whether an application's waiting sign-in comes next: the page first confirms the change, and then leads there. */
const signInWaits = (next: string | undefined): boolean =>
  next !== undefined && isWaitingSignIn(next, new URL(browser.url()).origin);

/**
 * Shows an outcome, or follows where the provider leads.
 *
 * @param query what it was started with, see `startQuery`
 * @param section the id of the section that was sent, if any
 * @returns what to show; undefined if the browser leaves the page
 */
export function followAnswer<Kind extends FlowKind>(
  kind: Kind,
  outcome: Outcome,
  query: URLSearchParams,
  section?: string,
): AnswerShown<Kind> | undefined {
  const flow = outcome.kind === 'flow' ? outcome.flow : undefined;
  if (flow && !isLedOn(flow)) return { flow: flow as FlowOf[Kind] };
  if (kind === 'settings' && outcome.kind === 'done' && outcome.flow && signInWaits(outcome.next))
    return { flow: outcome.flow as FlowOf[Kind] };
  if (outcome.kind === 'failure') return { failure: <FailureText {...outcome} /> };
  if (flow || outcome.kind === 'restart') {
    // Otherwise the new flow is also over, or belongs to another user: reload, so that the portal's server starts
    // from scratch.
    browser.goTo(flow ? `/${kind}?flow=${flow.id}` : pagePath(kind, query));
    return undefined;
  }
  const url = browser.url();
  const page =
    section !== undefined && kind === 'settings' && outcome.kind === 'signedOut'
      ? withSection(url, section)
      : url;
  browser.goTo(nextUrl(kind, outcome as Leaving, query, page));
  return undefined;
}
