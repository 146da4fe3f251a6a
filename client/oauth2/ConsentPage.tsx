import type { MouseEvent, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { type ClientDetails, openid } from '../../shared/applications.ts';
import { clientLabel } from '../shell/clientLabel.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { usePageContext } from '../shell/PageContext.tsx';
import { useIsExplained, useScopeTexts } from '../shell/useScopeTexts.tsx';
import { Account } from '../ui/Account.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Glyph } from '../ui/Icon.tsx';
import { Message } from '../ui/Message.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ClientMark } from './ClientMark.tsx';
import { UseAccount } from './UseAccount.tsx';
import { useSendOnce } from './useSendOnce.ts';
import styles from './ConsentPage.module.css';

const shield = 'M12 3l7 2.5V11c0 4.500-2.500 8-7 10-4.500-2-7-5.500-7-10V5.500ZM9 12l2 2 4-4';

/** Scopes that last beyond the visit: granted only if the user ticks them. */
const lasting = new Set(['offline', 'offline_access']);

/** Asks what an application may do; the answer is a POST, so that a link cannot grant anything. */
export function ConsentPage(props: PageProps['consent']): ReactNode {
  const { challenge, client, switchUrl, isForDevice, isSignedInAlready, otherAccount, formerAccount } = props;
  const intl = useIntl();
  const sendOnce = useSendOnce();
  const clientName = clientLabel(client, intl.formatMessage({ id: 'consent.unnamedClient' }));
  const unchecked = client.introducedBy
    ? 'consent.introducedBy'
    : client.isSelfRegistered && 'consent.selfRegistered';
  return (
    <Card
      size={otherAccount ? 'default' : 'wide'}
      mark={<ClientMark client={client} name={clientName} isBeside={!otherAccount} />}
      title={
        <FormattedMessage
          id={otherAccount ? 'chooseAccount.title' : 'consent.title'}
          values={{ clientName }}
        />
      }
      subtitle={
        <FormattedMessage id={isForDevice ? 'consent.device' : 'consent.subtitle'} values={{ clientName }} />
      }
      footer={(client.policyUrl ?? client.termsUrl) && <ClientLinks client={client} name={clientName} />}
    >
      {!otherAccount && <SignedIn switchUrl={switchUrl} isAlready={isSignedInAlready} />}
      <form action="/consent" method="post" className={styles.form} onSubmit={sendOnce}>
        <NoEnter />
        <FormToken />
        <input type="hidden" name="consent_challenge" value={challenge} />
        {unchecked && (
          <Message severity="error" name={unchecked}>
            <FormattedMessage id={unchecked} values={{ host: <strong>{client.introducedBy}</strong> }} />
          </Message>
        )}
        {otherAccount ? (
          <OtherAccount opened={formerAccount} />
        ) : (
          <Decision {...props} clientName={clientName} />
        )}
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
function SignedIn({
  switchUrl,
  isAlready,
}: {
  switchUrl: string;
  isAlready: boolean | undefined;
}): ReactNode {
  const { signedInAs, signedInAddress: account = signedInAs } = usePageContext();
  return (
    <>
      {isAlready && (
        <Message severity="info" name="consent.already">
          <FormattedMessage id="consent.already" values={{ account: <bdi>{account}</bdi> }} />
        </Message>
      )}
      <Account label={<FormattedMessage id="flow.loggedInAs" />} name={account}>
        <TextLink href={switchUrl}>
          <FormattedMessage id="consent.notYou" />
        </TextLink>
      </Account>
    </>
  );
}

const look = { name: 'consent_action', size: 'large' } as const;

const Deny = (): ReactNode => (
  <Button {...look} value="reject" variant="quiet">
    <FormattedMessage id="consent.deny" />
  </Button>
);

/**
 * Says that the request is for another account than the signed-in one, and offers both; the other one ends the session.
 *
 * @param opened the account with which this browser has opened the page
 */
function OtherAccount({ opened }: { opened: string | undefined }): ReactNode {
  const { formerAccount: sent, signedInAs, signedInAddress: account = signedInAs } = usePageContext();
  const former = sent ?? opened;
  const text = former === undefined ? 'consent.otherAccount' : 'consent.formerAccount';
  const names = { account: <bdi>{account}</bdi>, former: <bdi>{former}</bdi> };
  return (
    <>
      <Message severity="info" name={text} focused={sent !== undefined}>
        <FormattedMessage id={text} values={names} />
      </Message>
      <UseAccount asked={former} name="switch_to" value={former ?? ''} />
      <Button {...look} value="restart" variant="quiet">
        <FormattedMessage id="chooseAccount.stay" values={names} />
      </Button>
      <Deny />
    </>
  );
}

function Decision(props: PageProps['consent'] & { clientName: string }): ReactNode {
  const { scopes, receiver, rememberDays, clientName } = props;
  const isExplained = useIsExplained();
  const { explained = [], unexplained = [] } = Object.groupBy(scopes, (scope) =>
    isExplained(scope) ? 'explained' : 'unexplained',
  );
  return (
    <>
      <Scopes title={<FormattedMessage id="consent.scopes" />} scopes={explained} />
      <Scopes
        title={<FormattedMessage id="consent.unexplained" values={{ clientName }} />}
        scopes={unexplained}
        isUnexplained
      />
      <div className={styles.trust}>
        <Glyph path={shield} />
        <div>
          <p>
            <FormattedMessage id="consent.description" />
          </p>
          <p>
            {receiver && (
              <FormattedMessage
                id={receiver === 'device' ? 'consent.answersToDevice' : 'consent.answersTo'}
                values={{ host: <strong>{receiver}</strong> }}
              />
            )}{' '}
            <FormattedMessage
              id="consent.lasts"
              values={{ lasting: scopes.some((scope) => lasting.has(scope)) ? 'yes' : 'no' }}
            />
          </p>
        </div>
      </div>
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
      <div className={styles.choices}>
        <Deny />
        <Button {...look} value="accept">
          <FormattedMessage id="consent.allow" />
        </Button>
      </div>
    </>
  );
}

interface ScopesProps {
  title: ReactNode;
  scopes: string[];
  /** Whether only the application knows what they allow: then none is ticked. */
  isUnexplained?: boolean;
}

function Scopes({ title, scopes, isUnexplained = false }: ScopesProps): ReactNode {
  return (
    scopes.length > 0 && (
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{title}</legend>
        {scopes.map((scope) => (
          <ScopeChoice key={scope} scope={scope} isTicked={!isUnexplained && !lasting.has(scope)} />
        ))}
      </fieldset>
    )
  );
}

function ScopeChoice({ scope, isTicked }: { scope: string; isTicked: boolean }): ReactNode {
  const texts = useScopeTexts(scope);
  const isFixed = scope === openid;
  return (
    <>
      <Checkbox name="grant_scope" value={scope} defaultChecked={isTicked} disabled={isFixed} {...texts} />
      {/* a disabled box is not sent */}
      {isFixed && <input type="hidden" name="grant_scope" value={scope} />}
    </>
  );
}

/** The client's own texts, in a new tab. */
function ClientLinks({ client, name }: { client: ClientDetails; name: string }): ReactNode {
  const links = [
    ['common.privacy', client.policyUrl],
    ['common.terms', client.termsUrl],
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
