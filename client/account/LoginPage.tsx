import { useState, type ComponentProps, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LoginFlow } from '@ory/client';
import { loginTitle, forgetUrl } from '../flow/model/login.ts';
import { inputAttributes, isHidden } from '../../shared/flow/inputAttributes.ts';
import type { PageProps } from '../../shared/page.ts';
import { isStepUp, sentEmail } from '../../shared/flow/flowState.ts';
import { withQuery } from '../../shared/flow/pagePath.ts';
import { lastingIn, saysLink } from '../../shared/flow/lasting.ts';
import { awaitsCode, unverifiedIn } from '../../shared/flow/messages.ts';
import { SupportContact } from '../shell/SupportContact.tsx';
import { FlowView } from '../flow/FlowView.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Message } from '../ui/Message.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { CardFooter } from './CardFooter.tsx';
import { FlowCard } from './FlowCard.tsx';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import styles from './LoginPage.module.css';

/** Whether the flow asks for a second factor but the user has none: it then has no visible input. */
const lacksSecondFactor = ({ requested_aal, ui }: LoginFlow): boolean =>
  requested_aal === 'aal2' && !ui.nodes.some((node) => inputAttributes(node) && !isHidden(node));

/** Whether the flow asks for a second factor, which no mailed code replaces. */
const asksOwnFactor = ({ requested_aal, ui }: LoginFlow): boolean =>
  requested_aal === 'aal2' && ui.nodes.every(({ group }) => group !== nodeGroup.code);

const asksPassword = ({ ui }: LoginFlow): boolean =>
  ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.password);

/** The page for signing in, re-authenticating, or giving a second factor. */
export function LoginPage(props: PageProps['login']): ReactNode {
  const { application, forgotPasswordUrl, signupUrl, logoutUrl, change, cancelUrl, ...served } = props;
  const { flow, lastAddress } = served;
  const [shown, setShown] = useState(flow);
  const isFactorMissing = lacksSecondFactor(flow);
  const awaits = awaitsCode(shown);
  const links = lastingIn(shown).some(saysLink);
  const otherAccount = lastAddress && !isStepUp(flow) && (
    <TextLink href={forgetUrl(flow)}>
      <FormattedMessage id="login.notYou" />
    </TextLink>
  );
  const forgot = (className?: string): ReactNode =>
    forgotPasswordUrl && (
      <TextLink href={forgotPasswordUrl} className={className}>
        <FormattedMessage id="login.forgotPassword" />
      </TextLink>
    );
  const signUp = (): ComponentProps<typeof CardFooter> | undefined => {
    if (!signupUrl || links) return undefined;
    if (!awaits) return { question: 'login.footer', href: signupUrl };
    const correct = new URLSearchParams({ correct: shown.id });
    return unverifiedIn(shown).changed === 'no'
      ? { question: 'login.mistyped', href: withQuery(signupUrl, correct) }
      : undefined;
  };
  const trouble = flow.requested_aal === 'aal2' ? 'login.notYou' : 'login.footer.trouble';
  const question = logoutUrl
    ? { question: trouble, action: 'login.footer.trouble.action', href: logoutUrl }
    : signUp();
  return (
    <FlowCard
      title={<FormattedMessage {...loginTitle(flow)} />}
      application={application}
      subtitle={
        change &&
        !application && (
          <FormattedMessage id="login.subtitle.change" values={{ change: change.replace(/Off$/, '') }} />
        )
      }
      footer={
        (question ?? cancelUrl) && (
          <>
            {!isFactorMissing && asksOwnFactor(shown) && <LostFactor />}
            {question && <CardFooter {...question} />}
            {cancelUrl && (
              <div className={styles.cancel}>
                <TextLink href={cancelUrl}>
                  <FormattedMessage id="login.change.cancel" />
                </TextLink>
              </div>
            )}
          </>
        )
      }
    >
      <FlowView
        kind="login"
        {...served}
        onFlow={setShown}
        actions={{
          [nodeName.password]: forgot(),
          [nodeName.identifier]: otherAccount,
        }}
      />
      {!asksPassword(shown) && !awaits && shown.state !== sentEmail && forgot(styles.forgot)}
      {isFactorMissing && <NoSecondFactor {...flow} />}
    </FlowCard>
  );
}

/** Says what to do without any second factor: a recovery leads here, too. */
const LostFactor = (): ReactNode => (
  <p className={styles.lostFactor}>
    <b>
      <FormattedMessage id="login.lostFactor" />
    </b>{' '}
    <FormattedMessage id="login.lostFactor.code" /> <SupportContact />
  </p>
);

/** Leads to the settings, which know what waits for the second factor. */
function NoSecondFactor({ return_to }: LoginFlow): ReactNode {
  return (
    <>
      <Message severity="info" name="login.noSecondFactor">
        <FormattedMessage id="login.noSecondFactor" />
      </Message>
      <ButtonLink href={`${withQuery('/settings', new URLSearchParams(return_to && { return_to }))}#totp`}>
        <FormattedMessage id="nav.settings" />
      </ButtonLink>
    </>
  );
}
