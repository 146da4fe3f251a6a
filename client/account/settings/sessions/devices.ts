import type { SessionSummary } from '../../../../shared/sessions.ts';
import { textIn } from '../../../../shared/fields.ts';
import { lineOf, say, type Describe } from '../overview/overview.ts';
import { systemName } from '../../../../shared/userAgent.ts';
import { deviceName } from './deviceName.ts';

/** The sessions on what appears to be one device: the same system at the same place. */
export type Device = readonly [SessionSummary, ...SessionSummary[]];

/** Returns where a session is used: its place, otherwise its address; undefined if the provider gives neither. */
export function placeOf({ devices }: SessionSummary): string | undefined {
  const device = devices?.[0];
  return textIn(device?.location) ?? textIn(device?.ip_address);
}

/** Returns the ids of a device's sessions, joined by spaces for `POST /settings/sessions`. */
export const sessionIds = (device: Device): string => device.map(({ id }) => id).join(' ');

/**
 * Groups sessions by device, in the order of their first. The provider knows no devices, only the browser and the
 * address of each session.
 */
export function devicesOf(sessions: readonly SessionSummary[]): Device[] {
  const found = new Map<string, Device>();
  for (const session of sessions) {
    const system = systemName(session.devices?.[0]?.user_agent);
    const key = system === undefined ? session.id : `${system} ${placeOf(session) ?? ''}`;
    const device = found.get(key);
    found.set(key, device ? [...device, session] : [session]);
  }
  return [...found.values()];
}

/** How many characters fit on a line of a row on a phone. */
const lineLength = 32;

/** Keeps a short text on one line, so that the line does not end with a dot between its parts. */
const onOneLine = (text: string): string =>
  text.length > lineLength ? text : text.replaceAll(' ', '\u00a0');

/** Describes the devices that the user is signed in on. */
export const describeDevices: Describe = (intl, { sessions }) => {
  const [current, ...others] = sessions ?? [];
  if (!current) return {};
  const name = deviceName(intl, current.devices?.[0]?.user_agent);
  return {
    state: say(intl, 'state.devices', { count: 1 + devicesOf(others).length }),
    line: say(intl, 'line.thisDevice', { device: onOneLine(lineOf(name, placeOf(current)) ?? name) }),
  };
};
