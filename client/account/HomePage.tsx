import { Fragment, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Message } from '../ui/Message.tsx';
import { HomeCard } from './HomeCard.tsx';
import { PasskeyOffer } from './PasskeyOffer.tsx';
import styles from './HomePage.module.css';

/** The home page: sign-in and sign-up, or a welcome, and links to the product's other offers. */
export function HomePage(props: PageProps['home']): ReactNode {
  const { androidAppUrl, iosAppUrl, unreachable, passkeyOffer, passkeyAdded, signUpOff } = props;
  const { product, signedInAs, customerPortalUrl } = usePageContext();
  const visitor = signedInAs === undefined ? 'signedOut' : 'signedIn';
  return (
    <div className={styles.home}>
      <section className={styles.welcome}>
        <h1 className={styles.title}>
          <FormattedMessage id={`home.${visitor}.title`} values={{ product, name: withBreak(signedInAs) }} />
        </h1>
        <p className={styles.lead}>
          <FormattedMessage
            id={unreachable ? 'home.unknown.text' : `home.${visitor}.text`}
            values={{ product }}
          />
        </p>
        <p className={styles.actions}>
          {unreachable ? <Retry /> : <Actions visitor={visitor} signUpOff={signUpOff} />}
        </p>
      </section>
      {passkeyAdded && (
        <Message severity="success" name="home.passkey.added" live>
          <FormattedMessage id="home.passkey.added" />
        </Message>
      )}
      {passkeyOffer && <PasskeyOffer {...passkeyOffer} />}
      <ul className={styles.cards}>
        <HomeCard name="android" href={androidAppUrl} />
        <HomeCard name="ios" href={iosAppUrl} />
        <HomeCard name="customerPortal" href={customerPortalUrl} />
      </ul>
    </div>
  );
}

/** A name that may break before an `@`: an account without a name is greeted by its address. */
const withBreak = (name = ''): ReactNode =>
  name.split(/(?=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function Retry(): ReactNode {
  return (
    <ButtonLink href="/">
      <FormattedMessage id="home.retry" />
    </ButtonLink>
  );
}

interface ActionsProps {
  visitor: 'signedIn' | 'signedOut';
  signUpOff: boolean | undefined;
}

function Actions({ visitor, signUpOff }: ActionsProps): ReactNode {
  if (visitor === 'signedIn')
    return (
      <ButtonLink variant="quiet" href="/settings">
        <FormattedMessage id="home.settings" />
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink href="/login">
        <FormattedMessage id="home.login" />
      </ButtonLink>
      {!signUpOff && (
        <ButtonLink variant="quiet" href="/registration">
          <FormattedMessage id="home.registration" />
        </ButtonLink>
      )}
    </>
  );
}
