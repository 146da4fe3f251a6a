import { disableLookupSecrets } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { day, lineOf, nodesIn, notSetUp, say, type Describe } from '../overview/overview.ts';
import { isSecretList } from './NewCodes.tsx';
import { areAlone } from './OnlyCodes.tsx';

/** Fewer backup codes than this, and it is time for new ones. */
const fewCodes = 3;

const awaitConfirmation = (form: Form | undefined): boolean =>
  form !== undefined && hasNode(form, isSecretList);

/** Describes how many backup codes are left. */
export const describeCodes: Describe = (intl, { credentials, flow }, form) => {
  const codes = credentials?.backupCodes;
  // while new ones wait to be confirmed, those from before still work
  if (nodesIn(form, disableLookupSecrets).length === 0 && !(codes && awaitConfirmation(form)))
    return notSetUp(intl, nodeGroup.lookupSecret);
  if (!codes)
    return {
      state: say(intl, 'lookup_secret.on'),
      tone: areAlone(flow) ? 'low' : 'on',
      line: say(intl, areAlone(flow) ? 'lookup_secret.aloneLine' : 'lookup_secret.line'),
    };
  const { left, used, lastUsed } = codes;
  return {
    state: say(intl, 'state.left', { count: left }),
    tone: left < fewCodes || areAlone(flow) ? 'low' : 'on',
    line: areAlone(flow)
      ? say(intl, 'lookup_secret.aloneLine')
      : used === 0
        ? say(intl, 'lookup_secret.line')
        : lineOf(
            say(intl, 'line.codesUsed', { used, total: left + used }),
            lastUsed !== undefined && say(intl, 'line.lastUsed', { date: day(intl, lastUsed) }),
          ),
  };
};
