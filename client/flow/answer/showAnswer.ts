import type { Dispatch, SetStateAction } from 'react';
import type { Outcome } from '../../../shared/flow/classify.ts';
import { asksCode, success } from '../../../shared/flow/flowState.ts';
import { lastingIn, withLasting } from '../../../shared/flow/lasting.ts';
import type { FlowKind, FlowOf, Notice } from '../../../shared/page.ts';
import type { FlowPageState } from '../flowPageState.ts';
import { lastingNotices } from '../lastingNotices.ts';
import { saysSent } from '../model/address.ts';
import { noteStep } from './steps.ts';
import { followAnswer, type AnswerShown } from './followAnswer.tsx';

/** The page that a form was sent from. */
export interface SentFrom<Kind extends FlowKind> {
  kind: Kind;
  /** The flow that the page showed. */
  flow: FlowOf[Kind];
  /** The id of the form's section. */
  section: string;
  /** The flow's start parameters, see `startQuery`. */
  query: URLSearchParams;
  setShown: Dispatch<SetStateAction<FlowPageState<Kind>>>;
  /** Stops waiting for the answer. */
  settle: () => void;
  /** Shows the first step of the flow in place of a later one. */
  goBack: (later: FlowOf[Kind]) => void;
}

const hasSucceeded = ({ state, ui }: FlowOf[FlowKind]): boolean =>
  state === success && (ui.messages?.some(({ type }) => type === 'success') ?? false);

/** Returns the page's new state after an answer; a saved change resets its form. */
function changesOf<Kind extends FlowKind>(
  { flow: former, resetCounts, typed, notice: before }: FlowPageState<Kind>,
  result: AnswerShown<Kind>,
  section: string,
): Partial<FlowPageState<Kind>> {
  if ('failure' in result) return { ...result, notice: before === 'codeResent' ? undefined : before };
  const { flow, notice } = result;
  const isSaved = !notice && hasSucceeded(flow);
  const lasts = lastingNotices.has(before) && !(before === 'correcting' && asksCode(flow));
  return {
    flow: flow.id === former.id ? withLasting(flow, lastingIn(former)) : flow,
    notice: notice ?? (lasts ? before : undefined),
    failure: undefined,
    at: Date.now(),
    resetCounts: isSaved ? { ...resetCounts, [section]: (resetCounts[section] ?? 0) + 1 } : resetCounts,
    typed: isSaved ? {} : typed,
  };
}

/**
 * Shows the answer to a form, or follows where the provider leads: the page then waits until the browser leaves it.
 *
 * @param notice why the form has to be sent again, if the flow was started again
 */
export function showAnswer<Kind extends FlowKind>(
  outcome: Outcome,
  { kind, flow, section, query, setShown, settle, goBack }: SentFrom<Kind>,
  notice?: Notice,
): void {
  const result = followAnswer(kind, outcome, query, section);
  if (!result) return;
  if (kind !== 'settings' && 'flow' in result) noteStep(flow, result.flow, () => goBack(result.flow));
  const isResent = 'flow' in result && asksCode(flow) && saysSent(result.flow);
  const news = notice ?? (isResent ? 'codeResent' : undefined);
  const shown = news && 'flow' in result ? { ...result, notice: news } : result;
  setShown((before) => ({ ...before, ...changesOf(before, shown, section), answers: before.answers + 1 }));
  settle();
}
