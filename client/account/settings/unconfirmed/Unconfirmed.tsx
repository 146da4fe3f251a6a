import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { Message } from '../../../ui/Message.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { sectionText } from '../navigation/sectionText.ts';

/**
 * Says that the account has credentials from before its address was proved, which sign nobody in, with links to their
 * sections: whoever registered the account may have been somebody else.
 */
export function Unconfirmed({ sections }: { sections: string[] }): ReactNode {
  const intl = useIntl();
  if (sections.length === 0) return null;
  return (
    <Message severity="info" name="settings.unconfirmed">
      <FormattedMessage id="settings.unconfirmed" />
      <ul>
        {sections.map((id) => (
          <li key={id}>
            <TextLink href={`#${anchorOf(id)}`}>{sectionText(intl, id, 'nav')}</TextLink>
          </li>
        ))}
      </ul>
    </Message>
  );
}
