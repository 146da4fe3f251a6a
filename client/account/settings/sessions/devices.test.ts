import { expect, test } from '@jest/globals';
import en from '../../../../locales/en.json' with { type: 'json' };
import { portalIntl } from '../../../portalIntl.ts';
import type { AccountState } from '../overview/overview.ts';
import { describeDevices } from './devices.ts';

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const lineAt = (address: string): string | undefined => {
  const devices = [{ id: 'd1', user_agent: agent, ip_address: address }];
  const account = { sessions: [{ id: 's1', devices }] } as unknown as AccountState;
  return describeDevices(portalIntl('en', en), account, undefined).line;
};

test('a short name and place of this device stay on one line', () => {
  expect(lineAt('127.0.0.1')).toBe('This device: Firefox\u00a0on\u00a0Linux\u00a0·\u00a0127.0.0.1');
});

test('a long place may be on a line of its own', () => {
  expect(lineAt('2001:db8:85a3:8d3:1319:8a2e:370:7348')).toBe(
    'This device: Firefox on Linux · 2001:db8:85a3:8d3:1319:8a2e:370:7348',
  );
});
