import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { GrantedApplication } from '../../../../shared/applications.ts';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { clientLabel } from '../../../shell/clientLabel.ts';
import { Logo } from '../../../ui/Logo.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { AccountItem } from '../parts/AccountItem.tsx';
import { Withdrawal } from './Withdrawal.tsx';
import { useScopeTexts } from '../../../shell/useScopeTexts.tsx';
import { Time } from '../../../ui/Time.tsx';
import { deviceName } from '../sessions/deviceName.ts';
import styles from './Applications.module.css';

function Day({ at }: { at: string }): ReactNode {
  const intl = useIntl();
  return <Time at={at}>{intl.formatDate(at, { day: 'numeric', month: 'long', year: 'numeric' })}</Time>;
}

const Scope = ({ scope }: { scope: string }): ReactNode => <li>{useScopeTexts(scope).label}</li>;

interface GrantTextProps {
  grant: GrantedApplication;
  current?: SessionSummary;
  others: SessionSummary[];
}

/** Describes a grant: its scopes in the words of the consent, since when and until when, and where it is in use. */
function GrantText({ grant, current, others }: GrantTextProps): ReactNode {
  const intl = useIntl();
  const { scopes, audience, since, remembered } = grant;
  const here = intl.formatMessage({ id: 'applications.thisDevice' });
  const devices = [...(current ? [current] : []), ...others]
    .filter(({ id }) => grant.sessions.includes(id))
    .map((session) => (session === current ? here : deviceName(intl, session.devices?.[0]?.user_agent)));
  return (
    <>
      {scopes.length > 0 && (
        <div>
          <p>
            <FormattedMessage id="applications.may" />
          </p>
          <ul className={styles.scopes}>
            {scopes.map((scope) => (
              <Scope key={scope} scope={scope} />
            ))}
          </ul>
        </div>
      )}
      {audience.length > 0 && (
        <p>
          <FormattedMessage
            id="applications.audience"
            values={{ audience: intl.formatList(audience, { type: 'unit' }) }}
          />
        </p>
      )}
      <p>
        {since && <FormattedMessage id="applications.since" values={{ date: <Day at={since} /> }} />}
        {since && ' · '}
        {typeof remembered === 'object' ? (
          <FormattedMessage id="applications.until" values={{ date: <Day at={remembered.until} /> }} />
        ) : (
          <FormattedMessage id={remembered === 'always' ? 'applications.always' : 'applications.once'} />
        )}
      </p>
      {devices.length > 0 && (
        <p>
          <FormattedMessage
            id="applications.inUse"
            values={{ devices: intl.formatList([...new Set(devices)], { type: 'unit' }) }}
          />
        </p>
      )}
    </>
  );
}

interface ApplicationRowProps {
  application: GrantedApplication;
  current?: SessionSummary;
  others: SessionSummary[];
}

/** One application: what it is, what it may do, and how to withdraw that. */
export function ApplicationRow({ application, ...sessions }: ApplicationRowProps): ReactNode {
  const intl = useIntl();
  const { client, clientId, isNew } = application;
  const name = clientLabel(client, intl.formatMessage({ id: 'applications.unnamedClient' }));
  return (
    <li>
      <AccountItem
        icon={<Logo url={client.logoUrl} name={name} />}
        name={name}
        tag={isNew && <FormattedMessage id="applications.new" />}
        lines={
          <>
            {client.url && (
              <TextLink href={client.url} target="_blank" rel="noopener noreferrer">
                {client.url.replace(/^https?:\/\/|\/$/gi, '')} <FormattedMessage id="applications.newTab" />
              </TextLink>
            )}
            <GrantText grant={application} {...sessions} />
          </>
        }
      >
        <Withdrawal
          action={<FormattedMessage id="applications.withdraw" />}
          label={intl.formatMessage({ id: 'applications.confirm' }, { name })}
          what={<FormattedMessage id="applications.confirm" values={{ name }} />}
          consequence={<FormattedMessage id="applications.consequence" />}
          name="client"
          value={clientId}
        />
      </AccountItem>
    </li>
  );
}
