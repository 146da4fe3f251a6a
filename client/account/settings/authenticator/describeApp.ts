import { unlinkTotp } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { day, nodesIn, notSetUp, say, type Describe } from '../overview/overview.ts';

/** Describes since when an authenticator app is set up. */
export const describeApp: Describe = (intl, { credentials }, section) => {
  if (nodesIn(section, unlinkTotp).length === 0) return notSetUp(intl, nodeGroup.totp);
  const since = credentials?.totpSince;
  return {
    state: say(intl, 'totp.on'),
    tone: 'on',
    line: since === undefined ? say(intl, 'totp.line') : say(intl, 'line.since', { date: day(intl, since) }),
  };
};
