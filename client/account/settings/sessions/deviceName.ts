import type { IntlShape } from 'react-intl';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { agentName, sharedName } from '../../../../shared/userAgent.ts';

const tablets = /iPad|Tablet|Android(?!.*Mobile)/;
const phones = /iPhone|Mobile|Android/;

/** The kinds of devices. */
export type DeviceKind = 'laptop' | 'phone' | 'tablet';

/** Returns the kind of a device. @param agent a User-Agent header */
export const deviceKind = (agent = ''): DeviceKind =>
  tablets.test(agent) ? 'tablet' : phones.test(agent) ? 'phone' : 'laptop';

/** Returns a short name for a device, such as 'Chrome on Linux'. @param agent a User-Agent header */
export const deviceName = (intl: IntlShape, agent?: string): string =>
  intl.formatMessage({ id: 'deviceName.text' }, { ...agentName(agent) });

/** Returns the name of a device that several browsers may share. @param sessions the sessions on it */
export const deviceText = (intl: IntlShape, sessions: readonly SessionSummary[]): string =>
  intl.formatMessage(
    { id: 'deviceName.text' },
    { ...sharedName(sessions.map(({ devices }) => devices?.[0]?.user_agent)) },
  );
