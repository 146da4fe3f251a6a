import { expect, test } from '@jest/globals';
import { catalogueIntl } from '../../../../test/support/catalogueIntl.ts';
import { deviceName } from './deviceName.ts';

const intl = catalogueIntl('en');

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['a'.repeat(400), `${'a'.repeat(40)}…`],
  ['\u202ecurl/8.5.0', 'Unknown device'],
  ['\u3164', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is named %s', (agent, name) => {
  expect(deviceName(intl, agent)).toBe(name);
});
