import { Fragment, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { HiddenFields } from '../shell/HiddenFields.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { initialFocus } from '../ui/initialFocus.ts';
import { Message } from '../ui/Message.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { HomeCard } from './HomeCard.tsx';
import { Offer, type OfferProps } from './Offer.tsx';
import { PasskeyOffer } from './PasskeyOffer.tsx';
import styles from './HomePage.module.css';

/** The home page: sign-in and sign-up, or a welcome, and links to the product's other offers. */
export function HomePage(props: PageProps['home']): ReactNode {
  const { androidAppUrl, iosAppUrl, unreachable, signUpOff, unverified, session, ...more } = props;
  const { passkeyOffer, passkeyAdded, linked, already, isVerified, isNew, registered } = more;
  const { hasNewPassword, backupCode } = more;
  const { product, signedInAs, signedInAddress, customerPortalUrl } = usePageContext();
  const visitor = signedInAs === undefined ? 'signedOut' : 'signedIn';
  const lead = unreachable ? 'unknown' : isNew ? 'new' : visitor;
  const happened = [
    linked && 'home.linked',
    passkeyAdded && 'home.passkey.added',
    registered && 'flow.registered',
    hasNewPassword && 'home.newPassword',
    isVerified && 'flow.alreadyVerified',
  ];
  const done = happened.find((id) => id);
  return (
    <div className={styles.home}>
      <section className={styles.welcome}>
        <h1 className={styles.title} {...(isNew && !done && !already && !backupCode && initialFocus)}>
          <FormattedMessage id={`home.${visitor}.title`} values={{ product, name: withBreak(signedInAs) }} />
        </h1>
        <p className={styles.lead}>
          <FormattedMessage id={`home.${lead}.text`} values={{ product }} />
        </p>
        {!isNew && (
          <p className={styles.actions}>
            {unreachable ? <Retry /> : <Actions visitor={visitor} signUpOff={signUpOff} />}
          </p>
        )}
      </section>
      {done && (
        <Message severity="success" name={done} focused>
          <FormattedMessage id={done} values={{ service: linked, address: 'none' }} />
        </Message>
      )}
      {backupCode && (
        <Message severity="info" name="home.backupCode" focused={!done}>
          <FormattedMessage id="home.backupCode" values={{ left: backupCode.left ?? 'unknown' }} />{' '}
          <TextLink href="/settings#lookupSecret">
            <FormattedMessage id="home.backupCode.new" />
          </TextLink>
        </Message>
      )}
      {already && (
        <Message severity="info" name="home.already" focused={!done && !backupCode}>
          <FormattedMessage
            id="home.already"
            values={{ account: <bdi>{signedInAddress ?? signedInAs}</bdi> }}
          />{' '}
          <TextLink href="/logout">
            <FormattedMessage id="nav.logout" />
          </TextLink>
        </Message>
      )}
      {isNew && !unverified && <SetUpOffer scripts={passkeyOffer && 'off'} />}
      {unverified && <AddressOffer {...unverified} />}
      {passkeyOffer && <PasskeyOffer {...passkeyOffer} />}
      {session && <AccountCards {...session} />}
      <ul className={styles.cards}>
        {androidAppUrl && <HomeCard name="android" href={androidAppUrl} />}
        {iosAppUrl && <HomeCard name="ios" href={iosAppUrl} />}
        {customerPortalUrl && <HomeCard name="customerPortal" href={customerPortalUrl} />}
      </ul>
    </div>
  );
}

/** Leads a new account's owner to the settings. */
const SetUpOffer = ({ scripts }: Pick<OfferProps, 'scripts'>): ReactNode => (
  <Offer
    scripts={scripts}
    id="set-up"
    icon="profile"
    title={<FormattedMessage id="home.setUp.title" />}
    text={<FormattedMessage id="home.setUp.text" />}
  >
    <ButtonLink href="/settings" size="small">
      <FormattedMessage id="home.settings" />
    </ButtonLink>
  </Offer>
);

/** The button that mails the user's address a code: the page that follows asks for it. */
function AddressOffer({ address, form, codeUrl }: NonNullable<PageProps['home']['unverified']>): ReactNode {
  const { action, token, method, label } = form;
  return (
    <Offer
      id="unverified"
      icon="code"
      title={<FormattedMessage id="home.unverified.title" />}
      text={<FormattedMessage id="home.unverified" values={{ address: <bdi>{address}</bdi> }} />}
    >
      <form action={action} method="post">
        <HiddenFields values={{ [nodeName.csrfToken]: token, [nodeName.email]: address }} />
        <Button name={nodeName.method} value={method} size="small">
          <FormattedMessage id={label} />
        </Button>
      </form>
      {codeUrl && (
        <ButtonLink href={codeUrl} size="small" variant="quiet">
          <FormattedMessage id="flow.haveCode" />
        </ButtonLink>
      )}
    </Offer>
  );
}

/** What the session says about the account: each card leads to its part of the settings. */
function AccountCards({
  isVerified,
  secondFactor,
  signedInAt,
}: NonNullable<PageProps['home']['session']>): ReactNode {
  const intl = useIntl();
  const { signedInAddress: address } = usePageContext();
  // browser and server may format a month's name differently
  const date = (
    <time key="date" dateTime={signedInAt} suppressHydrationWarning>
      {intl.formatDate(signedInAt, { day: 'numeric', month: 'long', year: 'numeric' })}
    </time>
  );
  return (
    <ul className={styles.cards}>
      {address && (
        <HomeCard name="profile" href="/settings#profile">
          <FormattedMessage id="home.profile.text" values={{ address, isVerified }} />
        </HomeCard>
      )}
      <HomeCard name="secondFactor" href="/settings#totp">
        <FormattedMessage id="home.secondFactor.text" values={{ secondFactor }} />
      </HomeCard>
      {signedInAt && (
        <HomeCard name="sessions" href="/settings#sessions">
          <FormattedMessage id="home.sessions.text" values={{ date }} />
        </HomeCard>
      )}
      <HomeCard name="data" href="/data">
        <FormattedMessage id="home.data.text" />
      </HomeCard>
    </ul>
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
