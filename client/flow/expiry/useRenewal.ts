import { useRef, type Dispatch, type SetStateAction } from 'react';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { useLoadCatalogue, usePageContext } from '../../shell/PageContext.tsx';
import { browser } from '../submit/browser.ts';
import type { Shown } from '../useFlow.ts';

/** What watches a flow. */
export interface Watched<Kind extends FlowKind> {
  kind: Kind;
  shown: Shown<Kind>;
  setShown: Dispatch<SetStateAction<Shown<Kind>>>;
  /** Whether a form is being sent. */
  busy: boolean;
}

interface Renewal {
  /** Whether somebody has asked for it; otherwise only a new flow is shown, and nothing leaves the page. */
  isAsked: boolean;
  /** Whether the new flow asks for the same as the shown one, so that the page stays as it is. */
  isAlike: boolean;
}

/**
 * Makes a function that puts a new flow in place of the shown one, with the same parameters.
 *
 * @returns of the function: whether there is a new flow; undefined if nothing is to be said about it
 */
export function useRenewal<Kind extends FlowKind>({ kind, shown, setShown, busy }: Watched<Kind>) {
  const { identityServiceUrl, requestTimeoutMs: timeoutMs } = usePageContext();
  const loadCatalogue = useLoadCatalogue();
  const isRenewing = useRef(false);
  return async ({ isAsked, isAlike }: Renewal): Promise<boolean | undefined> => {
    const { flow } = shown;
    if (isRenewing.current || busy) return undefined;
    isRenewing.current = true;
    const loaded = await import('../firstUse.ts').catch(() => undefined);
    const way = { identityServiceUrl, timeoutMs, signal: new AbortController().signal, loadCatalogue };
    const outcome = await loaded?.startAgain(kind, flow, way);
    isRenewing.current = false;
    const isNew = outcome?.kind === 'flow';
    if (!loaded || !outcome || !(isAsked || isNew)) return false;
    const shows = loaded.settle(kind, outcome, startQuery(browser.url(), flow.request_url));
    if (!shows) return undefined;
    setShown((before) => ({
      ...before,
      notice: undefined,
      failure: undefined,
      ...shows,
      ...(isNew && { at: Date.now() }),
      // another step is announced and takes the focus, as after a submit
      answers: before.answers + (isNew && isAlike ? 0 : 1),
    }));
    return isNew ? isAlike || undefined : false;
  };
}
