import { disableLookupSecrets } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { day, lineOf, nodesIn, notSetUp, say, type Describe } from '../overview/overview.ts';
import { isSecretList } from './NewCodes.tsx';

/** Fewer backup codes than this, and it is time for new ones. */
const fewCodes = 3;

const awaitConfirmation = (section: Form | undefined): boolean =>
  section !== undefined && hasNode(section, isSecretList);

/** Describes how many backup codes are left. */
export const describeCodes: Describe = (intl, { credentials }, section) => {
  const codes = credentials?.backupCodes;
  // while new ones wait to be confirmed, those from before still work
  if (nodesIn(section, disableLookupSecrets).length === 0 && !(codes && awaitConfirmation(section)))
    return notSetUp(intl, nodeGroup.lookupSecret);
  if (!codes)
    return { state: say(intl, 'lookup_secret.on'), tone: 'on', line: say(intl, 'lookup_secret.line') };
  const { left, used, lastUsed } = codes;
  return {
    state: say(intl, 'state.left', { count: left }),
    tone: left < fewCodes ? 'low' : 'on',
    line: lineOf(
      say(intl, 'line.codesUsed', { used, total: left + used }),
      lastUsed !== undefined && say(intl, 'line.lastUsed', { date: day(intl, lastUsed) }),
    ),
  };
};
