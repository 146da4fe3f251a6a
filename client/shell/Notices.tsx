import { useSyncExternalStore, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Message } from '../ui/Message.tsx';
import styles from './Notices.module.css';
import { usePageContext } from './PageContext.tsx';

const subscribe = (): (() => void) => () => undefined;

/** Whether the browser blocks cookies for this site; false in the served HTML. */
const useCookiesBlocked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.cookieEnabled,
    () => false,
  );

/** The portal's warnings above a page's content: blocked or doubled cookies. */
export function Notices(): ReactNode {
  const { warning } = usePageContext();
  const cookiesBlocked = useCookiesBlocked();
  const notice = cookiesBlocked ? 'cookiesNeeded' : warning;
  return (
    notice && (
      <div className={styles.notice}>
        <Message severity="error" name={`common.${notice}`}>
          <FormattedMessage id={`common.${notice}`} />
        </Message>
      </div>
    )
  );
}
