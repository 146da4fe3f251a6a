import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Agreement } from '../../../shared/agreement.ts';
import { AgreementPolicies } from '../agreement/AgreementPolicies.tsx';
import { DataSection } from './DataSection.tsx';

const signed = 'M6 3h9l4 4v14H6ZM9 12h7M9 15.500h7M9 8.500h3';

/** What the user has agreed to, and when. */
export function OwnAgreement({ version, at }: Agreement): ReactNode {
  const date = useIntl().formatDate(at, { dateStyle: 'long' });
  return (
    <DataSection
      id="agreement"
      icon={signed}
      title={<FormattedMessage id="data.agreement.title" />}
      text={<FormattedMessage id="trait.tos" />}
    >
      <p suppressHydrationWarning>
        <FormattedMessage id="data.agreement.text" values={{ version, date }} />
      </p>
      <AgreementPolicies />
    </DataSection>
  );
}
