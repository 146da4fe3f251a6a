import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FlowKind } from '../../../shared/page.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import styles from '../FlowView.module.css';
import { canRenew } from '../answer/canRenew.ts';
import { useRenewal, type Watched } from './useRenewal.ts';
import { useVerified } from './useVerified.ts';

/** How long before the expiry a page warns, in milliseconds: two minutes, or the last fifth of a short flow. */
const warning = (lifespan: number): number => Math.min(120_000, lifespan / 5);

/**
 * How long the notice of a renewal stays, and how long the page waits before it renews itself again, in milliseconds.
 */
const newsMs = 10_000;

/** The events that show that the visitor is back. */
const activity = ['focus', 'visibilitychange', 'pointerdown', 'keydown'] as const;

interface State {
  /** When the flow was checked last. */
  now: number;
  /** Whether a new flow can take its place without loss. */
  isRenewable: boolean;
  /** The result of the last renewal. */
  news?: 'kept' | 'renewed' | 'failed';
}

/** Returns the text and the offered action, each by the last part of its key. */
function noticeFor(
  { now, isRenewable, news }: State,
  warnAt: number,
  end: number,
): { text?: string; action?: string } {
  if (now >= end)
    return isRenewable && news !== 'failed' ? { text: 'over' } : { text: 'ended', action: 'again' };
  if (now >= warnAt) return isRenewable ? { text: 'soon', action: 'keep' } : { text: 'step' };
  return { text: news === 'failed' ? undefined : news };
}

/**
 * Warns before a page's flow expires, and renews it: on request, and automatically when the visitor comes back to an
 * expired page. Typed text stays, because inputs keep their values. A step that cannot be renewed says so, and starts
 * again only on request.
 */
export function Expiry<Kind extends FlowKind>(watched: Watched<Kind>): ReactNode {
  const { flow } = watched.shown;
  const intl = useIntl();
  const { servedAt } = usePageContext();
  const message = useRef<HTMLDivElement>(null);
  const renew = useRenewal(watched);
  useVerified(watched);
  const renewedAt = useRef(0);
  const [state, setState] = useState<State>({ now: 0, isRenewable: false });
  // how far the browser's clock is ahead of the server's
  const clockSkew = servedAt === undefined ? 0 : performance.timeOrigin - servedAt;
  const expires = Date.parse(flow.expires_at ?? '');
  const end = expires + clockSkew;
  const warnAt = end - warning(expires - Date.parse(flow.issued_at ?? ''));

  const restart = async (isAsked: boolean, isRenewable: boolean): Promise<void> => {
    const isNew = await renew({ isAsked, isRenewable });
    if (isNew === undefined) return;
    setState((before) => ({ ...before, news: isNew ? (isAsked ? 'kept' : 'renewed') : 'failed' }));
    if (isAsked && isNew) message.current?.focus();
  };
  const check = useEffectEvent((isBack: boolean) => {
    const now = Date.now();
    const isRenewable = canRenew(flow);
    setState((before) => ({ ...before, now, isRenewable }));
    const isHere = isBack && document.visibilityState === 'visible';
    const isOver = now >= end && now - renewedAt.current > newsMs;
    if (!(isHere && isOver && isRenewable) || state.news === 'failed') return;
    renewedAt.current = now;
    void restart(false, isRenewable);
  });
  useEffect(() => {
    // rounded up, because a timer drops the fraction and would fire too early
    const timers = [0, warnAt, end].map((due) => setTimeout(() => check(false), Math.ceil(due) - Date.now()));
    const comeBack = (): void => check(true);
    for (const event of activity) addEventListener(event, comeBack, { capture: true });
    return () => {
      timers.forEach(clearTimeout);
      for (const event of activity) removeEventListener(event, comeBack, { capture: true });
    };
  }, [flow, warnAt, end]);

  const forget = (): void => setState(({ now, isRenewable }) => ({ now, isRenewable }));
  const { news } = state;
  useEffect(() => {
    if (news === undefined || news === 'failed') return;
    const leave = (): void => {
      if (!message.current?.contains(document.activeElement)) forget();
    };
    const timer = setTimeout(leave, newsMs);
    return () => clearTimeout(timer);
  }, [news]);

  const { text, action } = noticeFor(state, warnAt, end);
  return (
    <div role="status" className={styles.expiry}>
      {text !== undefined && `flow.expiry.${text}` in intl.messages && (
        <Message
          severity="info"
          name={`flow.expiry.${text}`}
          tabIndex={-1}
          ref={message}
          onBlur={() => text === news && forget()}
        >
          <div className={styles.messages}>
            <p>
              <FormattedMessage
                id={`flow.expiry.${text}`}
                values={{ time: intl.formatDate(end, { timeStyle: 'short' }).replace(' ', '\u00a0') }}
              />
            </p>
            {action !== undefined && (
              <p>
                <Button type="button" variant="plain" onClick={() => void restart(true, state.isRenewable)}>
                  <FormattedMessage id={`flow.expiry.${action}`} />
                </Button>
              </p>
            )}
          </div>
        </Message>
      )}
    </div>
  );
}
