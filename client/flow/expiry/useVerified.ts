import { useEffect } from 'react';
import { asksCode, sentEmail } from '../../../shared/flow/flowState.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { verificationStatePath, type VerificationState } from '../../../shared/verificationState.ts';
import { browser } from '../answer/browser.ts';
import type { Watched } from './useRenewal.ts';

/** How long the page waits before it asks again, in milliseconds: each time longer by half. */
const leastMs = 5_000;
const mostMs = 60_000;

const readState = (flow: string, signal: AbortSignal): Promise<VerificationState> =>
  fetch(`${verificationStatePath}?${new URLSearchParams({ flow })}`, { signal }).then(
    (response) => response.json() as Promise<VerificationState>,
  );

/**
 * Leads a sign-up's page that waits for the code on once its address is verified on another device. It asks while it is visible,
 * ever more rarely, and when the visitor comes back.
 */
export function useVerified<Kind extends FlowKind>({ kind, shown: { flow } }: Watched<Kind>): void {
  const { id, return_to: returnTo } = flow;
  const isAwaited = kind === 'verification' && flow.state === sentEmail && asksCode(flow);
  useEffect(() => {
    if (!isAwaited) return;
    const call = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = leastMs;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      const { isVerified } = await readState(id, call.signal).catch(() => ({ isVerified: false }));
      if (call.signal.aborted || isVerified === undefined) return;
      if (isVerified) {
        const url = new URL(browser.url());
        url.searchParams.set('link', 'elsewhere');
        if (returnTo) url.searchParams.set('return_to', returnTo);
        browser.goTo(url.href);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), waitMs);
      waitMs = Math.min(waitMs * 1.5, mostMs);
    };
    const comeBack = (): void => {
      waitMs = leastMs;
      void ask();
    };
    void ask();
    addEventListener('visibilitychange', comeBack);
    return () => {
      call.abort();
      clearTimeout(timer);
      removeEventListener('visibilitychange', comeBack);
    };
  }, [id, returnTo, isAwaited]);
}
