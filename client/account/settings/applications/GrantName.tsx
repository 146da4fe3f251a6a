import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ApplicationGrant } from '../../../../shared/applications.ts';
import { useScopeLabel } from '../../../shell/useScopeTexts.tsx';

/** Names a grant by what it allows and for which services, to tell it from the application's others. */
export function GrantName({ grant }: { grant: ApplicationGrant }): ReactNode {
  const intl = useIntl();
  const labelOf = useScopeLabel();
  return intl.formatList([...grant.scopes.map(labelOf), ...grant.audience], { type: 'unit' });
}
