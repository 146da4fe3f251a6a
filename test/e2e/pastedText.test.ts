import { beforeEach, describe, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack();
let account: TestIdentity;

// each with mail of its own: a late one from an earlier test would be taken for the newest
beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

/** An address as it comes out of some apps: in angle brackets, with invisible marks. */
const copied = (address: string): string => `\u200b Ada <${address.replace('@', '\u200b@')}>\u202c `;

/** A code as some apps show it, in the digits of another script. */
const arabic = (code: string): string =>
  `\u2067Code: (${Array.from(code.slice(0, 3) + '\u00a0' + code.slice(3), (digit) =>
    /\d/.test(digit) ? String.fromCodePoint(0x660 + Number(digit)) : digit,
  ).join('')})\u2069`;

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  test('an address and a code are found in what is pasted around them', async () => {
    const visitor = await visit('/recovery', { scripts });
    await visitor.fill('Email', copied(account.email));
    await visitor.press('Email me a code');
    await visitor.reads(/a code is on its way to/);
    const pasted = arabic(await mailedCode(stack().mailbox, account.email));
    const field = visitor.page.getByLabel(/^Recovery code/);
    await field.fill(pasted);
    // with scripts, a complete code sends itself
    if (!scripts) await visitor.press('Continue');
    await visitor.arrives('Settings');
  });
});

test('values that a password manager puts in without events are normalised as well', async () => {
  const visitor = await visit('/login');
  const put = (label: RegExp, text: string) =>
    visitor.page
      .getByLabel(label)
      .first()
      .evaluate((field: HTMLInputElement, value) => (field.value = value), text);
  await put(/^Email/, ` ${account.email}\u200b`);
  await put(/^Password/, account.password);
  await visitor.press('Sign in with password');
  await visitor.arrives('Welcome, Ada');
});
