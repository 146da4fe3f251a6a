import type { IntlShape } from 'react-intl';
import type { OwnCredentials } from '../../../../shared/credentials.ts';
import { isSocial } from '../../../../shared/flow/methods.ts';
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
