import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { usePageContext } from '../shell/PageContext.tsx';
import { Account } from '../ui/Account.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Message } from '../ui/Message.tsx';
import styles from './LogoutPage.module.css';

/** Whether the user logs out in order to recover the account. */
const isForRecovery = (next = ''): boolean => URL.canParse(next) && new URL(next).pathname === '/recovery';

/** Whether the user logs out in order to sign in with another account, and then to go on. */
const isForOtherAccount = (next = ''): boolean =>
  /\/login\?(?:.*&)?(?:return_to|login_challenge)=/.test(next);

/** Asks before ending the session; the answer is a POST, so that a link cannot end it. */
export function LogoutPage(props: PageProps['logout']): ReactNode {
  const { returnTo, next, challenge, request, clientName, unverified, signedOut } = props;
  const { signedInAs, signedInAddress = signedInAs } = usePageContext();
  if (signedOut) return <NotSignedIn />;
  return (
    <Card
      title={<FormattedMessage id="logout.title" />}
      subtitle={clientName && <FormattedMessage id="logout.client" values={{ clientName }} />}
    >
      {signedInAddress && (
        <Account label={<FormattedMessage id="flow.loggedInAs" />} name={signedInAddress} />
      )}
      {isForRecovery(next) && (
        <p>
          <FormattedMessage id="logout.recovery" />
        </p>
      )}
      {isForOtherAccount(next) && (
        <p>
          <FormattedMessage id="logout.otherAccount" />
        </p>
      )}
      {unverified && (
        <>
          <Message severity="info" name="logout.unverified">
            <FormattedMessage id="logout.unverified" values={{ address: <bdi>{unverified}</bdi> }} />
          </Message>
          <ButtonLink href="/settings#profile">
            <FormattedMessage id="logout.unverified.action" />
          </ButtonLink>
        </>
      )}
      <form action="/logout" method="post" className={styles.choices}>
        <FormToken />
        {challenge && <input type="hidden" name="challenge" value={challenge} />}
        {Object.entries(request ?? {}).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
        {next && <input type="hidden" name="next" value={next} />}
        <Button name="submit" value="No" variant="quiet" size="large">
          <FormattedMessage id="logout.no" />
        </Button>
        <Button name="submit" value="Yes" variant={unverified ? 'quiet' : undefined} size="large">
          <FormattedMessage id="logout.yes" />
        </Button>
      </form>
    </Card>
  );
}

const NotSignedIn = (): ReactNode => (
  <Card title={<FormattedMessage id="logout.signedOut" />}>
    <ButtonLink href="/login">
      <FormattedMessage id="nav.login" />
    </ButtonLink>
  </Card>
);
