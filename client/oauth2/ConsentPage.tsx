import type { MouseEvent, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { type ClientDetails, openid } from '../../shared/applications.ts';
import { clientLabel } from '../shell/clientLabel.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { useScopeTexts } from '../shell/useScopeTexts.tsx';
import { Account } from '../ui/Account.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Message } from '../ui/Message.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ClientMark } from './ClientMark.tsx';
import { useSendOnce } from './useSendOnce.ts';
import styles from './ConsentPage.module.css';

/** Scopes that last beyond the visit: granted only if the user ticks them. */
const lasting = new Set(['offline', 'offline_access']);

/** Asks what an application may do; the answer is a POST, so that a link cannot grant anything. */
export function ConsentPage(props: PageProps['consent']): ReactNode {
  const { challenge, client, scopes, rememberDays, switchUrl, otherAccount } = props;
  const { csrfToken } = usePageContext();
  const intl = useIntl();
  const sendOnce = useSendOnce();
  const clientName = clientLabel(client, intl.formatMessage({ id: 'consent.unnamedClient' }));
  return (
    <Card
      mark={<ClientMark client={client} name={clientName} />}
      title={<FormattedMessage id="consent.title" values={{ clientName }} />}
      subtitle={<FormattedMessage id="consent.subtitle" values={{ clientName }} />}
      footer={(client.policyUrl ?? client.termsUrl) && <ClientLinks client={client} name={clientName} />}
    >
      <SignedIn switchUrl={switchUrl} />
      <form action="/consent" method="post" className={styles.form} onSubmit={sendOnce}>
        <NoEnter />
        <input type="hidden" name="_csrf" value={csrfToken} />
        <input type="hidden" name="consent_challenge" value={challenge} />
        {otherAccount ? <OtherAccount /> : <Decision scopes={scopes} rememberDays={rememberDays} />}
      </form>
    </Card>
  );
}

const doNothing = (event: MouseEvent): void => event.preventDefault();

/**
 * Keeps Enter from deciding. On Enter in a checkbox browsers press a form's first enabled submit button: this one
 * would close a dialog, and there is none, so nothing is sent, with or without scripts (HTML, section 4.10.21.3).
 */
const NoEnter = (): ReactNode => <button type="submit" formMethod="dialog" hidden onClick={doNothing} />;

/** The signed-in account, with a link that logs out to sign in with another one. */
function SignedIn({ switchUrl }: Pick<PageProps['consent'], 'switchUrl'>): ReactNode {
  const { signedInAs, signedInAddress } = usePageContext();
  return (
    <Account label={<FormattedMessage id="flow.loggedInAs" />} name={signedInAddress ?? signedInAs}>
      <TextLink href={switchUrl}>
        <FormattedMessage id="consent.notYou" />
      </TextLink>
    </Account>
  );
}

/** The buttons: Deny, and Allow or, for another account, Sign in again. */
function Choices({ action, text }: { action: 'accept' | 'restart'; text: string }): ReactNode {
  const look = { name: 'consent_action', size: 'large' } as const;
  return (
    <div className={styles.choices}>
      <Button {...look} value="reject" variant="quiet">
        <FormattedMessage id="consent.deny" />
      </Button>
      <Button {...look} value={action}>
        <FormattedMessage id={text} />
      </Button>
    </div>
  );
}

function OtherAccount(): ReactNode {
  return (
    <>
      <Message severity="info" name="consent.otherAccount">
        <FormattedMessage id="consent.otherAccount" />
      </Message>
      <Choices action="restart" text="consent.restart" />
    </>
  );
}

function Decision({
  scopes,
  rememberDays,
}: Pick<PageProps['consent'], 'scopes' | 'rememberDays'>): ReactNode {
  return (
    <>
      {scopes.length > 0 && (
        <fieldset className={styles.scopes}>
          <legend className={styles.legend}>
            <FormattedMessage id="consent.scopes" />
          </legend>
          {scopes.map((scope) => (
            <ScopeChoice key={scope} scope={scope} />
          ))}
        </fieldset>
      )}
      <p className={styles.trust}>
        <FormattedMessage id="consent.description" />
      </p>
      {rememberDays !== undefined && (
        <Checkbox
          name="remember"
          value="true"
          label={<FormattedMessage id="consent.remember" />}
          hint={
            <FormattedMessage
              id={rememberDays > 0 ? 'consent.rememberHintDays' : 'consent.rememberHint'}
              values={{ days: rememberDays }}
            />
          }
        />
      )}
      <Choices action="accept" text="consent.allow" />
    </>
  );
}

function ScopeChoice({ scope }: { scope: string }): ReactNode {
  const texts = useScopeTexts(scope);
  return (
    <Checkbox
      name="grant_scope"
      value={scope}
      defaultChecked={!lasting.has(scope)}
      disabled={scope === openid}
      {...texts}
    />
  );
}

/** The client's own texts, in a new tab. */
function ClientLinks({ client, name }: { client: ClientDetails; name: string }): ReactNode {
  const links = [
    ['consent.privacyPolicy', client.policyUrl],
    ['consent.termsOfService', client.termsUrl],
  ] as const;
  return (
    <p className={styles.links}>
      {name}
      {links.map(
        ([id, url]) =>
          url && (
            <TextLink key={id} href={url} target="_blank" rel="noopener noreferrer">
              <FormattedMessage id={id} /> <FormattedMessage id="consent.newTab" />
            </TextLink>
          ),
      )}
    </p>
  );
}
