import {
  createElement,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { FormattedMessage } from 'react-intl';
import { Unreachable } from './Unreachable.tsx';
import type { FlowKind, FlowOf, Notice } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { browser } from './answer/browser.ts';
import type { FlowPageState } from './flowPageState.ts';
import type { Watched } from './expiry/useRenewal.ts';
import type { Submission } from './form/readForm.ts';

interface FlowControl<Kind extends FlowKind> {
  shown: FlowPageState<Kind>;
  /** The `submitter` of the submission in progress. */
  busy?: string;
  /** The component that warns before the flow expires; fetched when the page has been open for a while. */
  expiry?: ReactNode;
  /**
   * Sends a form; does nothing while another is being sent.
   *
   * @param native makes the browser send the form, if the portal answers but no longer has the script for it
   */
  submit: (submission: Submission, native: () => void) => void;
}

/** How long a page is open before it fetches the warning about its flow's expiry, in milliseconds. */
const expiryDelayMs = 20_000;

/**
 * Drives a page's flow: sends its forms, shows the answers, restarts an expired flow, and follows the provider's
 * redirects. Typed text survives, because inputs keep their own values.
 */
export function useFlow<Kind extends FlowKind>(
  kind: Kind,
  served: FlowOf[Kind],
  servedNotice?: Notice,
): FlowControl<Kind> {
  const { requestTimeoutMs: timeoutMs, servedAt, identityServiceUrl } = usePageContext();
  const [shown, setShown] = useState<FlowPageState<Kind>>(() => ({
    flow: served,
    notice: servedNotice,
    answers: 0,
    at: servedAt ?? Date.now(),
    resetCounts: {},
    typed: {},
  }));
  const [busy, setBusy] = useState<string>();
  const [Expiry, setExpiry] = useState<ComponentType<Watched<Kind>>>();
  const underWay = useRef<AbortController>(undefined);
  const { flow } = shown;

  useEffect(() => {
    browser.nameFlow(flow.id);
    const follow = (): void => {
      import('./firstUse.ts').then(
        ({ followHistory }) => followHistory(flow),
        () => undefined,
      );
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [flow]);

  useEffect(() => {
    const load = (): void => {
      // without it, an expired flow is noticed when a form is sent
      import('./expiry/Expiry.tsx').then(
        (loaded) => setExpiry(() => loaded.Expiry),
        () => undefined,
      );
    };
    const timer = setTimeout(load, expiryDelayMs);
    return () => clearTimeout(timer);
  }, []);

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

  const submit = async (submission: Submission, native: () => void): Promise<void> => {
    if (underWay.current) return;
    const { submitter, section, typed } = submission;
    const call = new AbortController();
    underWay.current = call;
    setBusy(submitter);
    setShown((before) => ({ ...before, typed: { ...before.typed, ...typed }, section }));
    const loaded = await import('./firstUse.ts').catch(() => undefined);
    if (!loaded && (await portalAnswers())) {
      native();
      return;
    }
    if (!loaded) {
      const failure = navigator.onLine
        ? createElement(Unreachable)
        : createElement(FormattedMessage, { id: 'transport.offline' });
      setShown((before) => ({ ...before, failure, answers: before.answers + 1 }));
      settle();
      return;
    }
    const options = { identityServiceUrl, timeoutMs, signal: call.signal };
    await loaded.send(flow, submission, { kind, setShown, settle }, options);
  };

  const expiry = Expiry && createElement(Expiry, { kind, shown, setShown, busy: busy !== undefined });
  return { shown, busy, expiry, submit: (...sent) => void submit(...sent) };
}

const portalAnswers = (): Promise<boolean> =>
  fetch('/health/alive').then(
    () => true,
    () => false,
  );
