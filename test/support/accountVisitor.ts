import type { Locator } from 'playwright-core';
import { TOTP } from 'otpauth';
import type { TestIdentity } from './identities.ts';
import { signIn } from './kratosLogin.ts';
import type { Stack } from './stack.ts';
import type { Visitor } from './visitor.ts';

const saved = 'Your changes have been saved!';

/** A settings section by its anchor. */
export const section = ({ page }: Visitor, anchor: string): Locator => page.locator(`#${anchor}`);

/** Presses a button of a settings section, by its accessible name or its text. */
export const pressIn = (visitor: Visitor, anchor: string, name: string | RegExp): Promise<void> => {
  const buttons = section(visitor, anchor).getByRole('button');
  const named = section(visitor, anchor).getByRole('button', { name, exact: true });
  return named.or(buttons.filter({ has: visitor.page.getByText(name, { exact: true }) })).click();
};

/** Waits for the settings to say that a change has been saved. */
export const isSaved = (visitor: Visitor): Promise<void> => visitor.reads(saved);

/** Signs a browser in with a password through the API, and opens a page. */
export async function openSignedIn(
  visitor: Visitor,
  stack: Stack,
  account: TestIdentity,
  path: string,
): Promise<void> {
  const jar = await signIn(stack.url, account);
  const cookies = jar
    .header()
    .split('; ')
    .map((pair) => ({
      url: stack.url,
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
    }));
  await visitor.context.clearCookies();
  await visitor.context.addCookies(cookies);
  await visitor.open(path);
}

/** The current code of an authenticator app for a secret in base 32 (RFC 6238). */
export const totpCode = (secret: string): string => new TOTP({ secret }).generate();

/** Enrols an authenticator app at the open settings. @returns its secret */
export async function enrolTotp(visitor: Visitor): Promise<string> {
  const secret = await visitor.page.locator('#totp_secret_key').innerText();
  await section(visitor, 'totp')
    .getByLabel(/^Verify code/)
    .fill(totpCode(secret));
  await pressIn(visitor, 'totp', 'Save');
  await isSaved(visitor);
  return secret;
}

/** Generates and confirms backup codes at the open settings. @returns the codes */
export async function enrolBackupCodes(visitor: Visitor): Promise<string[]> {
  await pressIn(visitor, 'lookupSecret', 'Generate new backup recovery codes');
  const codes = section(visitor, 'lookupSecret').getByRole('listitem');
  await codes.first().waitFor();
  const texts = await codes.allInnerTexts();
  await pressIn(visitor, 'lookupSecret', 'Confirm backup recovery codes');
  await isSaved(visitor);
  return texts;
}
