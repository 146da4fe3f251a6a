import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { GrantedApplication } from '../../../../shared/applications.ts';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { clientLabel } from '../../../shell/clientLabel.ts';
import { Logo } from '../../../ui/Logo.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { GrantText } from './GrantText.tsx';
import { AccountItem } from '../parts/AccountItem.tsx';
import { Withdrawal } from './Withdrawal.tsx';

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
