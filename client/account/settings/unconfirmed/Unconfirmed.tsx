import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { anchorOf, isSocial } from '../../../../shared/flow/methods.ts';
import { Message } from '../../../ui/Message.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { sectionText } from '../navigation/sectionText.ts';
import type { OwnCredentials } from '../../../../shared/credentials.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { inOrder } from '../navigation/keptMethods.ts';
import { say, type Overview } from '../overview/overview.ts';

/** Returns the ids of the sections with credentials that nobody has confirmed, in display order; the social ones share one. */
export function unconfirmedSections(credentials: OwnCredentials | undefined): string[] {
  const ids = new Set(credentials?.unconfirmed.map((kind) => (isSocial(kind) ? nodeGroup.oidc : kind)));
  return inOrder(Array.from(ids, (id) => ({ id }))).map(({ id }) => id);
}

/** Describes a section whose credentials sign nobody in until they are confirmed. */
export const describeUnconfirmed = (intl: IntlShape): Overview => ({
  state: say(intl, 'state.unconfirmed'),
  tone: 'low',
  line: say(intl, 'line.unconfirmed'),
});

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
