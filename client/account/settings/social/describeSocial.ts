import { unlinkAccount } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { nodesIn, onOrNot, say, usedHere, type Describe } from '../overview/overview.ts';
import { providerName } from '../../../../shared/flow/providerName.ts';

/** Describes the linked accounts. */
export const describeSocial: Describe = (intl, account, form) => {
  const linked = nodesIn(form, unlinkAccount);
  if (linked.length === 0) {
    // Kratos does not list the account that is the only way to sign in
    const used = usedHere(intl, account, nodeGroup.oidc);
    return onOrNot(intl, nodeGroup.oidc, account.credentials?.social ?? used !== false, used);
  }
  return {
    state: say(intl, 'state.linked', { count: linked.length }),
    tone: 'on',
    line: intl.formatList(linked.map(providerName), { type: 'unit' }),
  };
};
