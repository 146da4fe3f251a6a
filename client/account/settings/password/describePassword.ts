import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { onOrNot, say, usedHere, type Describe } from '../overview/overview.ts';

/** Describes whether there is a password, as far as that is known. */
export const describePassword: Describe = (intl, account) => {
  const used = usedHere(intl, account, nodeGroup.password);
  const isSet =
    account.hasNewPassword || (account.credentials?.password ?? (used !== false ? true : undefined));
  if (isSet === undefined) return { line: say(intl, 'password.line') };
  return onOrNot(intl, nodeGroup.password, isSet, used);
};
