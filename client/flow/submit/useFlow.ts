import { useCallback, useEffect, useRef, useState } from 'react';
import { classify, type Outcome } from '../../../shared/flow/classify.ts';
import { flowPath, startPath } from './providerPath.ts';
import { pagePath } from '../../../shared/flow/pagePath.ts';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import type { FlowKind, FlowOf, Notice } from '../../../shared/page.ts';
import { useLoadCatalogue, usePageContext } from '../../shell/PageContext.tsx';
import { callProvider } from './callProvider.ts';
import { browser } from './browser.ts';
import { nextUrl } from './nextUrl.ts';
import { keepPending } from './pendingChange.ts';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { success } from '../../../shared/flow/flowState.ts';

export type Failure = Extract<Outcome, { kind: 'failure' }>;

/** What a flow page shows now. */
export interface Shown<Kind extends FlowKind> {
  flow: FlowOf[Kind];
  notice?: Notice;
  failure?: Failure;
  /** How many answers have been shown since the page was served: 0 is the served page. */
  answers: number;
  /** When the flow was received, in milliseconds since 1970. */
  at: number;
  /** The id of the section whose form was sent last. */
  section?: string;
  /** How often each form was reset because its change was saved; by section id. */
  resetCounts: Record<string, number>;
  /** What was typed so far, by field name, for a step that asks for it again; never a password. */
  typed: Record<string, string>;
}

/** A submit of one of the page's forms. */
export interface Submission {
  /** Identifies the pressed button, see `submissionId`. */
  submitter: string;
  /** The id of the form's section. */
  section: string;
  body: object;
  /** The values that may be shown again, by field name. */
  typed: Record<string, string>;
}

interface FlowControl<Kind extends FlowKind> {
  shown: Shown<Kind>;
  /** The `submitter` of the submission in progress. */
  busy?: string;
  /** Sends a form; does nothing while another is being sent. */
  submit: (submission: Submission) => void;
}

/**
 * Drives a page's flow: sends its forms, shows the answers, restarts an expired flow, and follows the provider's
 * redirects. What was typed survives, because inputs keep their own values.
 *
 * @param kind which flow
 * @param served the flow as the page was served
 * @param servedNotice the served page's notice
 */
export function useFlow<Kind extends FlowKind>(
  kind: Kind,
  served: FlowOf[Kind],
  servedNotice?: Notice,
): FlowControl<Kind> {
  const { requestTimeoutMs: timeoutMs, servedAt, identityServiceUrl } = usePageContext();
  const loadCatalogue = useLoadCatalogue();
  const [shown, setShown] = useState<Shown<Kind>>(() => ({
    flow: served,
    notice: servedNotice,
    answers: 0,
    at: servedAt ?? Date.now(),
    resetCounts: {},
    typed: {},
  }));
  const [busy, setBusy] = useState<string>();
  const underWay = useRef<AbortController>(undefined);
  const { flow } = shown;

  useEffect(() => {
    browser.nameFlow(flow.id);
  }, [flow.id]);

  const settle = useCallback(() => {
    underWay.current = undefined;
    setBusy(undefined);
  }, []);

  useEffect(() => {
    // A page restored from the back/forward cache would still be busy.
    const back = (event: PageTransitionEvent): void => {
      if (event.persisted) settle();
    };
    addEventListener('pageshow', back);
    return () => {
      removeEventListener('pageshow', back);
      underWay.current?.abort();
    };
  }, [settle]);

  const submit = async ({ submitter, section, body, typed }: Submission): Promise<void> => {
    if (underWay.current) return;
    const call = new AbortController();
    underWay.current = call;
    setBusy(submitter);
    setShown((before) => ({ ...before, typed: { ...before.typed, ...typed }, section }));
    const query = startQuery(browser.url(), flow.request_url);
    const ask = async (url: string, content?: object): Promise<Outcome> => {
      const request = { body: content, timeoutMs, signal: call.signal };
      const [answer] = await Promise.all([callProvider(url, request), loadCatalogue()]);
      return classify(kind, answer);
    };
    const outcome = await ask(flow.ui.action, body);
    if (outcome.kind === 'navigate' || outcome.kind === 'signedOut')
      keepPending(kind, { action: flow.ui.action, section, submitter, typed });
    if (outcome.kind !== 'restart') {
      show(outcome, query, section);
      return;
    }
    if (!query.has('return_to') && outcome.returnTo) query.set('return_to', outcome.returnTo);
    const { flowId, notice } = outcome;
    const path = flowId ? flowPath(kind, flowId) : startPath(kind, query);
    const again = await ask(new URL(path, identityServiceUrl).href);
    // The new flow is over as well: reload the page, so that the portal's server starts from scratch.
    if (again.kind === 'restart') browser.goTo(pagePath(kind, query));
    else show(again, query, section, notice);
  };

  const show = (
    outcome: Exclude<Outcome, { kind: 'restart' }>,
    query: URLSearchParams,
    section: string,
    notice?: Notice,
  ): void => {
    if (outcome.kind === 'flow') {
      const next = outcome.flow as FlowOf[Kind];
      const isSaved = !notice && hasSucceeded(next);
      setShown(({ answers, resetCounts, typed }) => ({
        flow: next,
        notice,
        section,
        answers: answers + 1,
        at: Date.now(),
        resetCounts: isSaved ? { ...resetCounts, [section]: (resetCounts[section] ?? 0) + 1 } : resetCounts,
        typed: isSaved ? {} : typed,
      }));
      settle();
    } else if (outcome.kind === 'failure') {
      setShown((before) => ({ ...before, failure: outcome, answers: before.answers + 1 }));
      settle();
    } else {
      const url = browser.url();
      const back = kind === 'settings' && outcome.kind === 'signedOut' ? withSection(url, section) : url;
      browser.goTo(nextUrl(kind, outcome, query, back));
    }
  };

  return { shown, busy, submit: (submission) => void submit(submission) };
}

/** A settings page's own URL with the anchor of the section that was sent last. */
const withSection = (url: string, section: string): string =>
  `${url.replace(/#.*/, '')}#${anchorOf(section)}`;

const hasSucceeded = ({ state, ui }: FlowOf[FlowKind]): boolean =>
  state === success && (ui.messages?.some(({ type }) => type === 'success') ?? false);
