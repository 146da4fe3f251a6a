import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './LogoutPage.module.css';

/** Whether the user logs out in order to recover the account. */
const isForRecovery = (next = ''): boolean => URL.canParse(next) && new URL(next).pathname === '/recovery';

/** Asks before ending the session; the answer is a POST, so that a link cannot end it. */
export function LogoutPage({ returnTo, next, challenge, clientName }: PageProps['logout']): ReactNode {
  const { csrfToken, signedInAs } = usePageContext();
  return (
    <Card
      title={<FormattedMessage id="logout.title" />}
      subtitle={signedInAs && <FormattedMessage id="logout.signedInAs" values={{ name: signedInAs }} />}
    >
      {isForRecovery(next) && (
        <p>
          <FormattedMessage id="logout.recovery" />
        </p>
      )}
      {clientName && (
        <p>
          <FormattedMessage id="logout.client" values={{ clientName }} />
        </p>
      )}
      <form action="/logout" method="post" className={styles.choices}>
        <input type="hidden" name="_csrf" value={csrfToken} />
        {challenge && <input type="hidden" name="challenge" value={challenge} />}
        {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
        {next && <input type="hidden" name="next" value={next} />}
        <Button name="submit" value="No" variant="quiet" size="large">
          <FormattedMessage id="logout.no" />
        </Button>
        <Button name="submit" value="Yes" size="large">
          <FormattedMessage id="logout.yes" />
        </Button>
      </form>
    </Card>
  );
}
