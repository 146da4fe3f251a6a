import { useState, type ComponentProps, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { FlowView } from '../flow/FlowView.tsx';
import { saysLinkSent, sentTo } from '../flow/model/address.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Divider } from '../ui/Divider.tsx';
import { Message } from '../ui/Message.tsx';
import { CardFooter } from './CardFooter.tsx';
import { first } from './ExistingAccount.tsx';
import { FlowCard } from './FlowCard.tsx';
import { chooseMethod, passedChallenge, sentEmail } from '../../shared/flow/flowState.ts';

/** The page that verifies an address. Offers a sign-up to those who may have no account, otherwise a sign-in. */
export function VerificationPage(props: PageProps['verification']): ReactNode {
  const { signupUrl, loginUrl, application, isElsewhere, isNewAddress, confirmsAgain, ...served } = props;
  const { signedInAs, product } = usePageContext();
  const [shown, setShown] = useState(served.flow);
  const isDone = served.flow.state === passedChallenge;
  const isSent = shown.state === sentEmail;
  const offersSignIn = isElsewhere === true && shown.state === chooseMethod;
  const about = isDone || offersSignIn ? undefined : isSent ? 'verification.subtitle' : 'verification.begin';
  const confirmAgain = confirmsAgain && (
    <FormattedMessage id="verification.confirmAgain" values={{ isDone }} />
  );
  // beside the address, 'Change' leads to the correction
  const showsAddress =
    shown.state === sentEmail && !saysLinkSent(shown) && (sentTo(shown) ?? served.sentTo) !== undefined;
  const footer = (): ComponentProps<typeof CardFooter> | undefined => {
    if (served.correctUrl && showsAddress && signupUrl) return undefined;
    if (signedInAs) return { question: 'verification.signedIn', href: '/settings' };
    if (served.correctUrl && !showsAddress)
      return { question: 'verification.correct', href: served.correctUrl };
    if (offersSignIn) return undefined;
    if (!signupUrl) return { question: 'verification.registered', href: loginUrl };
    return { question: 'verification.footer', href: signupUrl };
  };
  const title = isNewAddress ? `verification.title.${isDone ? 'done' : 'new'}` : 'verification.title';
  const question = footer();
  return (
    <FlowCard
      title={<FormattedMessage id={title} />}
      application={application}
      subtitle={
        about && (
          <>
            <FormattedMessage id={about} values={{ product }} /> {confirmAgain}
          </>
        )
      }
      footer={
        isDone && (isNewAddress || signedInAs === undefined)
          ? confirmAgain
          : question && <CardFooter {...question} />
      }
    >
      {offersSignIn && (
        <>
          <Message severity="info" name="verification.elsewhere">
            <FormattedMessage id="verification.elsewhere" />
          </Message>
          <ButtonLink href={loginUrl} {...first}>
            <FormattedMessage id="verification.registered.action" />
          </ButtonLink>
          <Divider label={<FormattedMessage id="common.or" />} />
        </>
      )}
      <FlowView kind="verification" {...served} leadsAway={offersSignIn} onFlow={setShown} />
    </FlowCard>
  );
}
