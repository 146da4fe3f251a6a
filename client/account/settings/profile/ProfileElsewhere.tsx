import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import { fieldsOf, textIn } from '../../../../shared/fields.ts';
import { Message } from '../../../ui/Message.tsx';

/** Says where a profile that cannot be changed here comes from. */
export function ProfileElsewhere({ identity }: Pick<SettingsFlow, 'identity'>): ReactNode {
  const organization = textIn(fieldsOf(identity).organization_id);
  const text = organization === undefined ? 'settings.profile.elsewhere' : 'settings.profile.organization';
  return (
    <Message severity="disabled" name={text}>
      <FormattedMessage id={text} />
    </Message>
  );
}
