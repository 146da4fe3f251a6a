import type { ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { fieldsOf } from '../../../shared/fields.ts';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { classify, type Outcome } from '../../../shared/flow/classify.ts';
import { pagePath } from '../../../shared/flow/pagePath.ts';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import type { Flow, FlowKind, FlowOf, Notice } from '../../../shared/page.ts';
import { FailureText } from '../FailureText.tsx';
import { body } from './body.ts';
import { browser } from './browser.ts';
import { callProvider } from './callProvider.ts';
import { nextUrl } from './nextUrl.ts';
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
export type Shows<Kind extends FlowKind> = { flow: FlowOf[Kind]; notice?: Notice } | { failure: ReactNode };

interface Way {
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
  { identityServiceUrl, timeoutMs, signal, loadCatalogue }: Way,
): Promise<Shows<Kind> | undefined> {
  const query = startQuery(browser.url(), flow.request_url);
  const ask = async (url: string, content?: object): Promise<Outcome> => {
    const [answer] = await Promise.all([
      callProvider(url, { body: content, timeoutMs, signal }),
      loadCatalogue(),
    ]);
    return classify(kind, answer);
  };
  const settle = (
    outcome: Exclude<Outcome, { kind: 'restart' }>,
    notice?: Notice,
  ): Shows<Kind> | undefined => {
    if (outcome.kind === 'flow') return { flow: outcome.flow as FlowOf[Kind], notice };
    if (outcome.kind === 'failure') return { failure: <FailureText {...outcome} /> };
    const url = browser.url();
    const back = kind === 'settings' && outcome.kind === 'signedOut' ? withSection(url, section) : url;
    browser.goTo(nextUrl(kind, outcome, query, back));
    return undefined;
  };

  const outcome = await ask(flow.ui.action, body(values, nodes));
  if (outcome.kind === 'navigate' || outcome.kind === 'signedOut')
    keepPending(kind, { action: flow.ui.action, section, submitter, typed });
  if (outcome.kind !== 'restart') return settle(outcome);
  if (!query.has('return_to') && outcome.returnTo) query.set('return_to', outcome.returnTo);
  const { flowId, notice } = outcome;
  const path = flowId ? flowPath(kind, flowId) : startPath(kind, query);
  const again = await ask(new URL(path, identityServiceUrl).href);
  const isOthers = again.kind === 'flow' && ownerOf(again.flow) !== ownerOf(flow);
  if (again.kind !== 'restart' && !isOthers) return settle(again, notice);
  // The new flow is over as well, or somebody else has signed in, whose page this is not: start from scratch.
  browser.goTo(pagePath(kind, query));
  return undefined;
}
