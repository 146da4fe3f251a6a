import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FlowKind } from '../../../shared/page.ts';
import { useLoadCatalogue, usePageContext } from '../../shell/PageContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import styles from '../FlowView.module.css';
import { startsAlike } from './startsAlike.ts';
import { useRenewal, type Watched } from './useRenewal.ts';

/** How long before its end a page warns, in milliseconds: the last fifth of a flow that lasts less than ten minutes. */
const warning = (lifespan: number): number => Math.min(120_000, lifespan / 5);

/** How long the news of a renewal stays, in milliseconds. */
const stay = 10_000;

/** What shows that the visitor is here again. */
const returns = ['focus', 'visibilitychange', 'pointerdown', 'keydown'] as const;

interface State {
  /** When the flow was looked at last. */
  now: number;
  /** Whether a new flow would ask for the same. */
  isAlike: boolean;
  /** What has become of the last renewal. */
  news?: 'kept' | 'renewed' | 'failed';
}

/** What to say, and offer, by the last part of a text's key. */
function words(
  { now, isAlike, news }: State,
  warnAt: number,
  end: number,
): { text?: string; action?: string } {
  if (now >= end) return isAlike && news !== 'failed' ? { text: 'over' } : { text: 'ended', action: 'again' };
  if (now >= warnAt) return isAlike ? { text: 'soon', action: 'keep' } : { text: 'step' };
  return { text: news === 'failed' ? undefined : news };
}

/**
 * Warns before a page's flow expires, and keeps the page open: when asked to, and by itself when the visitor comes back to an
 * expired page. What was typed stays, as inputs keep their values. A step that cannot be renewed says so, and starts again
 * only when asked to.
 */
export function Expiry<Kind extends FlowKind>(watched: Watched<Kind>): ReactNode {
  const { flow } = watched.shown;
  const intl = useIntl();
  const { servedAt } = usePageContext();
  const loadCatalogue = useLoadCatalogue();
  const box = useRef<HTMLDivElement>(null);
  const renew = useRenewal(watched);
  const [state, setState] = useState<State>({ now: 0, isAlike: false });
  // the browser's clock may differ from the server's
  const ahead = servedAt === undefined ? 0 : performance.timeOrigin - servedAt;
  const expires = Date.parse(flow.expires_at ?? '');
  const end = expires + ahead;
  const warnAt = end - warning(expires - Date.parse(flow.issued_at ?? ''));

  const settle = async (isAsked: boolean, isAlike: boolean): Promise<void> => {
    const isNew = await renew({ isAsked, isAlike });
    if (isNew === undefined) return;
    setState((before) => ({ ...before, news: isNew ? (isAsked ? 'kept' : 'renewed') : 'failed' }));
    if (isAsked && isNew) box.current?.focus();
  };
  const look = useEffectEvent((isBack: boolean) => {
    const now = Date.now();
    const isAlike = startsAlike(flow);
    setState((before) => ({ ...before, now, isAlike }));
    const isHere = isBack && document.visibilityState === 'visible';
    if (isHere && now >= end && isAlike && state.news !== 'failed') void settle(false, isAlike);
  });
  useEffect(() => void loadCatalogue(), [loadCatalogue]);
  useEffect(() => {
    const timers = [0, warnAt - Date.now(), end - Date.now()].map((wait) =>
      setTimeout(() => look(false), wait),
    );
    const comeBack = (): void => look(true);
    for (const event of returns) addEventListener(event, comeBack, { capture: true });
    return () => {
      timers.forEach(clearTimeout);
      for (const event of returns) removeEventListener(event, comeBack, { capture: true });
    };
  }, [flow, warnAt, end]);

  const forget = (): void => setState(({ now, isAlike }) => ({ now, isAlike }));
  const { news } = state;
  useEffect(() => {
    if (news === undefined || news === 'failed') return;
    const leave = (): void => {
      if (!box.current?.contains(document.activeElement)) forget();
    };
    const timer = setTimeout(leave, stay);
    return () => clearTimeout(timer);
  }, [news]);

  const { text, action } = words(state, warnAt, end);
  return (
    <div role="status" className={styles.expiry}>
      {text !== undefined && (
        <Message severity="info" tabIndex={-1} ref={box} onBlur={() => text === news && forget()}>
          <FormattedMessage
            id={`flow.expiry.${text}`}
            values={{ time: intl.formatDate(end, { timeStyle: 'short' }) }}
          />
          {action !== undefined && (
            <p>
              <Button type="button" variant="plain" onClick={() => void settle(true, state.isAlike)}>
                <FormattedMessage id={`flow.expiry.${action}`} />
              </Button>
            </p>
          )}
        </Message>
      )}
    </div>
  );
}
