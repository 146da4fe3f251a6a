import { lineOf, say, type Describe } from '../overview/overview.ts';
import { deviceName } from './deviceName.ts';
import { devicesOf, placeOf } from './devices.ts';

/** Describes the devices that the user is signed in on. */
export const describeDevices: Describe = (intl, { sessions }) => {
  const [current, ...others] = sessions ?? [];
  if (!current) return {};
  const name = deviceName(current.devices?.[0]?.user_agent) || say(intl, 'sessions.unknownDevice');
  return {
    state: say(intl, 'state.devices', { count: 1 + devicesOf(others).length }),
    line: say(intl, 'line.thisDevice', { device: lineOf(name, placeOf(current)) ?? name }),
  };
};
