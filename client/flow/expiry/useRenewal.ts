import { useRef, type Dispatch, type SetStateAction } from 'react';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { browser } from '../answer/browser.ts';
import type { FlowPageState } from '../flowPageState.ts';

/** The expiry watcher's view of a page's flow. */
export interface Watched<Kind extends FlowKind> {
  kind: Kind;
  shown: FlowPageState<Kind>;
  setShown: Dispatch<SetStateAction<FlowPageState<Kind>>>;
  /** Whether a form is being sent. */
  busy: boolean;
}

interface Renewal {
  /** Whether the user has asked for it. If not, a failure is not shown, and the browser never leaves the page. */
  isAsked: boolean;
  /** Whether the new flow can take the shown one's place without loss, so that the page stays as it is. */
  isRenewable: boolean;
}

/**
 * Returns a function that starts the shown flow again with the same parameters, and shows the new one.
 *
 * @returns takes the options; resolves to whether there is a new flow, or to undefined if there is nothing to report
 */
export function useRenewal<Kind extends FlowKind>({ kind, shown, setShown, busy }: Watched<Kind>) {
  const { identityServiceUrl, requestTimeoutMs: timeoutMs } = usePageContext();
  const isRenewing = useRef(false);
  return async ({ isAsked, isRenewable }: Renewal): Promise<boolean | undefined> => {
    const { flow } = shown;
    if (isRenewing.current || busy) return undefined;
    isRenewing.current = true;
    const loaded = await import('../firstUse.ts').catch(() => undefined);
    const options = { identityServiceUrl, timeoutMs, signal: new AbortController().signal };
    const outcome = await loaded?.startAgain(kind, flow, options);
    isRenewing.current = false;
    const isNew = outcome?.kind === 'flow';
    if (!loaded || !outcome || !(isAsked || isNew)) return false;
    const followed = loaded.followAnswer(kind, outcome, startQuery(browser.url(), flow.request_url));
    if (!followed) return undefined;
    setShown((before) => ({
      ...before,
      notice: undefined,
      failure: undefined,
      ...followed,
      ...(isNew && { at: Date.now() }),
      // a different step is announced and takes the focus, as after a submit
      answers: before.answers + (isNew && isRenewable ? 0 : 1),
    }));
    return isNew ? isRenewable || undefined : false;
  };
}
