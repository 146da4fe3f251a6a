import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './CancelSignIn.module.css';

interface CancelSignInProps extends NonNullable<PageProps['login']['cancel']> {
  clientName: ReactNode;
}

/** Cancels the sign-in that an application asks for; a POST, so that a link cannot do it. */
export function CancelSignIn({ challenge, isForDevice, clientName }: CancelSignInProps): ReactNode {
  const { csrfToken } = usePageContext();
  return (
    <form action="/login/cancel" method="post" className={styles.cancel}>
      <input type="hidden" name="_csrf" value={csrfToken} />
      <input type="hidden" name="login_challenge" value={challenge} />
      <Button variant="plain">
        <FormattedMessage id={isForDevice ? 'login.cancel.device' : 'login.cancel'} values={{ clientName }} />
      </Button>
    </form>
  );
}
