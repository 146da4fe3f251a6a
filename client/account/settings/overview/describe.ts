import { fieldsOf, objectsIn, textIn } from '../../../../shared/fields.ts';
import { unlinkTotp } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { day, nodesIn, notSetUp, onOrNot, say, usedHere, type Describe } from './overview.ts';

/** Describes the profile by its address. */
export const describeProfile: Describe = (intl, { flow }) => {
  const [address] = objectsIn(fieldsOf(flow.identity).verifiable_addresses);
  const value = textIn(address?.value);
  return value === undefined
    ? {}
    : {
        line: say(intl, address?.verified === true ? 'line.verified' : 'line.unverified', { address: value }),
      };
};

/** Describes whether there is a password, as far as that is known. */
export const describePassword: Describe = (intl, account) => {
  const used = usedHere(intl, account, nodeGroup.password);
  const isSet =
    account.hasNewPassword || (account.credentials?.password ?? (used !== false ? true : undefined));
  if (isSet === undefined) return { line: say(intl, 'password.line') };
  const title = isSet ? undefined : { title: say(intl, 'password.set') };
  return { ...onOrNot(intl, nodeGroup.password, isSet, used), ...title };
};

/** Describes since when an authenticator app is set up. */
export const describeApp: Describe = (intl, { credentials }, form) => {
  if (nodesIn(form, unlinkTotp).length === 0) return notSetUp(intl, nodeGroup.totp);
  const since = credentials?.totpSince;
  return {
    state: say(intl, 'totp.on'),
    tone: 'on',
    line: since === undefined ? say(intl, 'totp.line') : say(intl, 'line.since', { date: day(intl, since) }),
  };
};
