import type { Locator } from 'playwright-core';
import { TOTP } from 'otpauth';
import type { TestIdentity } from './identities.ts';
import { signIn } from './kratosLogin.ts';
import type { Stack } from './stack.ts';
import type { Visitor } from './visitor.ts';

/** A settings section by its anchor. */
export const section = ({ page }: Visitor, anchor: string): Locator => page.locator(`#${anchor}`);

/** Waits until the scripts of a flow's page run, where they are on: its questions are other elements before. */
async function waitForScripts({ page, scripts }: Visitor): Promise<void> {
  if (scripts) await page.locator('html[data-flow-state]').waitFor({ state: 'attached' });
}

/** Unfolds a settings section, and the part of it that shows a secret. */
export async function unfold(visitor: Visitor, anchor: string): Promise<void> {
  await waitForScripts(visitor);
  await unfoldIn(visitor, [`details:has(> #${anchor})`, `#${anchor} details:has(ol)`]);
}

/** Opens the settings and unfolds all of their sections. */
export async function openSettings(visitor: Visitor): Promise<void> {
  await visitor.open('/settings');
  await waitForScripts(visitor);
  await unfoldAll(visitor);
}

/** Unfolds all sections, and then the parts of them that show a secret. */
const unfoldAll = (visitor: Visitor): Promise<void> =>
  unfoldIn(visitor, ['details:has(> summary + [id])', 'details > summary + [id] details:has(ol)']);

/** Unfolds what is closed, within the page: it may unfold the section that its address names before a click arrives. */
const unfoldIn = ({ page }: Visitor, folded: string[]): Promise<void> =>
  page.locator('main').evaluate((main, selectors) => {
    for (const selector of selectors)
      for (const summary of main.querySelectorAll<HTMLElement>(`:is(${selector}):not([open]) > summary`))
        summary.click();
  }, folded);

/** Presses a button of a settings section that asks first, and confirms: in its dialog, or, without scripts, below it. */
export async function confirmIn(visitor: Visitor, anchor: string, name: string | RegExp): Promise<void> {
  await unfold(visitor, anchor);
  const part = section(visitor, anchor);
  const summary = part.locator('summary').filter({ hasText: name });
  const labelled = part.locator('summary').and(part.getByLabel(name));
  const button = part.getByRole('button', { name });
  await button.or(summary).or(labelled).first().click();
  const dialog = visitor.page.locator('dialog[open]');
  await dialog.or(part.locator('details[open]')).getByRole('button').first().click();
}

/** Presses a button of a settings section, by its accessible name or its text. */
export const pressIn = async (visitor: Visitor, anchor: string, name: string | RegExp): Promise<void> => {
  await unfold(visitor, anchor);
  const buttons = section(visitor, anchor).getByRole('button');
  const named = section(visitor, anchor).getByRole('button', { name, exact: true });
  await named.or(buttons.filter({ has: visitor.page.getByText(name, { exact: true }) })).click();
};

/** Waits for the message that a change has been saved. @param title its title; by default any, if none was shown before */
export const isSaved = ({ page }: Visitor, title: string | RegExp = /./): Promise<void> =>
  page.locator('#done').getByRole('heading', { name: title }).waitFor();

/** Signs a browser in with a password through the API, and opens a page. */
export async function openSignedIn(
  visitor: Visitor,
  stack: Stack,
  account: TestIdentity,
  path: string,
): Promise<void> {
  await visitor.context.clearCookies();
  await visitor.keep(await signIn(stack.url, account));
  await visitor.open(path);
  if (path.startsWith('/settings')) await waitForScripts(visitor);
  if (path === '/settings') await unfoldAll(visitor);
}

/** The current code of an authenticator app for a secret in base 32 (RFC 6238). */
export const totpCode = (secret: string): string => new TOTP({ secret }).generate();

/** Enrols an authenticator app at the open settings. @returns its secret */
export async function enrolTotp(visitor: Visitor): Promise<string> {
  await unfold(visitor, 'totp');
  const secret = (await visitor.page.locator('#totp_secret_key').textContent()) ?? '';
  const code = section(visitor, 'totp').getByLabel(/^Code from the app/);
  // otherwise the complete code would submit itself and leave no button to press
  const current = totpCode(secret);
  await code.evaluate((element, complete) => (element.dataset.complete = complete), current);
  await code.fill(current);
  await pressIn(visitor, 'totp', 'Turn on authenticator app');
  await isSaved(visitor, 'Authenticator app turned on');
  return secret;
}

/** Generates and confirms backup codes at the open settings. @returns the codes */
export async function enrolBackupCodes(visitor: Visitor): Promise<string[]> {
  await pressIn(visitor, 'lookupSecret', 'Generate new backup recovery codes');
  const codes = section(visitor, 'lookupSecret').getByRole('listitem');
  await codes.first().waitFor();
  const texts = await codes.allInnerTexts();
  await pressIn(visitor, 'lookupSecret', 'Confirm backup recovery codes');
  await isSaved(visitor, 'Backup codes confirmed');
  return texts;
}
