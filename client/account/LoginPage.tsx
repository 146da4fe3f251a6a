import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LoginFlow } from '@ory/client';
import { clientName, loginTitle, forgetUrl } from '../flow/model/login.ts';
import { inputAttributes, isHidden } from '../../shared/flow/inputAttributes.ts';
import type { PageProps } from '../../shared/page.ts';
import { isStepUp } from '../../shared/flow/flowState.ts';
import { awaitsCode } from '../../shared/flow/messages.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Message } from '../ui/Message.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { CancelSignIn } from './CancelSignIn.tsx';
import { CardFooter } from './CardFooter.tsx';
import * as nodeName from '../../shared/flow/nodeName.ts';
import styles from './LoginPage.module.css';

/** Whether the flow asks for a second factor but the user has none: it then has no visible input. */
const lacksSecondFactor = ({ requested_aal, ui }: LoginFlow): boolean =>
  requested_aal === 'aal2' && !ui.nodes.some((node) => inputAttributes(node) && !isHidden(node));

const asksPassword = ({ ui }: LoginFlow): boolean =>
  ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.password);

/** The page for signing in, re-authenticating, or giving a second factor. */
export function LoginPage(props: PageProps['login']): ReactNode {
  const {
    flow,
    notice,
    onlyMethod,
    cancel,
    lastMethods,
    lastAddress,
    forgotPasswordUrl,
    signupUrl,
    logoutUrl,
  } = props;
  const [shown, setShown] = useState(flow);
  const client = clientName(flow);
  const shownName = client && <ClientName {...client} />;
  const isFactorMissing = lacksSecondFactor(flow);
  const awaits = awaitsCode(shown);
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
  const offeredSignUp = awaits ? undefined : signupUrl;
  const footer = logoutUrl ? (
    <CardFooter question="login.footer.trouble" href={logoutUrl} />
  ) : (
    offeredSignUp && <CardFooter question="login.footer" href={offeredSignUp} />
  );
  return (
    <Card
      title={<FormattedMessage id={loginTitle(flow)} />}
      subtitle={client && <FormattedMessage id="login.subtitle.client" values={{ clientName: shownName }} />}
      footer={
        (footer ?? cancel) && (
          <>
            {footer}
            {cancel && <CancelSignIn {...cancel} clientName={shownName} />}
          </>
        )
      }
    >
      <FlowView
        kind="login"
        flow={flow}
        notice={notice}
        onlyMethod={onlyMethod}
        lastMethods={lastMethods}
        lastAddress={lastAddress}
        onFlow={setShown}
        actions={{
          [nodeName.password]: forgot(),
          [nodeName.identifier]: otherAccount,
        }}
      />
      {!asksPassword(shown) && !awaits && forgot(styles.forgot)}
      {isFactorMissing && <NoSecondFactor />}
    </Card>
  );
}

function NoSecondFactor(): ReactNode {
  return (
    <>
      <Message severity="info" name="login.noSecondFactor">
        <FormattedMessage id="login.noSecondFactor" />
      </Message>
      <ButtonLink href="/settings">
        <FormattedMessage id="nav.settings" />
      </ButtonLink>
    </>
  );
}

/** An application's name, or its id. */
function ClientName({ name, id }: NonNullable<ReturnType<typeof clientName>>): ReactNode {
  return (
    name ?? (
      <>
        <FormattedMessage id="login.unnamedClient" />
        {id && ` (${id})`}
      </>
    )
  );
}
