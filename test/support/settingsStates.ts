import { randomUUID } from 'node:crypto';
import {
  enrolBackupCodes,
  enrolTotp,
  isSaved,
  openSignedIn,
  pressIn,
  section,
  confirmIn,
  openSettings as reopenSettings,
  unfold,
} from './accountVisitor.ts';
import { createIdentity, type TestIdentity } from './identities.ts';
import type { OpenidProvider } from './openidProvider.ts';
import type { Stack } from './stack.ts';
import { addAuthenticator } from './virtualAuthenticator.ts';
import type { Visitor } from './visitor.ts';

/** What a state needs to be reached. */
export interface StateWorld {
  stack: Stack;
  visitor: Visitor;
  /** An account with only a password. */
  account: TestIdentity;
  acme: OpenidProvider;
}

/** Brings a fresh visitor to a state of a page. */
export type State = (world: StateWorld) => Promise<void>;

const openSettings = ({ visitor, stack, account }: StateWorld): Promise<void> =>
  openSignedIn(visitor, stack, account, '/settings');

const save = async ({ visitor }: StateWorld, part: string, label: RegExp, text: string): Promise<void> => {
  await section(visitor, part).getByLabel(label).first().fill(text);
  await pressIn(
    visitor,
    part,
    part === 'password' ? 'Change password' : part === 'totp' ? 'Turn on authenticator app' : 'Save profile',
  );
};

/** Adds a security key at the open settings. */
export async function addKey(visitor: Visitor, name: string): Promise<void> {
  await section(visitor, 'webauthn').getByLabel('Name of the security key').fill(name);
  await pressIn(visitor, 'webauthn', 'Add security key');
}

/** Every state of the settings with all of the provider's methods. */
export const settingsStates: Record<string, State> = {
  'as they open': async (world) => {
    await openSettings(world);
    await world.visitor.open('/settings');
  },
  'every section unfolded': openSettings,
  'a flow that is over': async (world) => {
    await openSettings(world);
    await world.visitor.open('/settings?flow=00000000-0000-4000-8000-000000000000');
    await world.visitor.reads(/expired/);
  },
  'a change saved': async (world) => {
    await openSettings(world);
    await save(world, 'profile', /^First name/, 'Grace');
    await isSaved(world.visitor);
  },
  'an address that is taken': async (world) => {
    const other = await createIdentity(world.stack.kratos.adminUrl);
    await openSettings(world);
    await save(world, 'profile', /^Email/, other.email);
    await world.visitor.reads(/already an account/);
  },
  'a password that is too short': async (world) => {
    await openSettings(world);
    await save(world, 'password', /^Password/, 'short');
    await world.visitor.messageAt(/^Password/);
  },
  'no network': async (world) => {
    await openSettings(world);
    await world.visitor.context.setOffline(true);
    await save(world, 'password', /^Password/, 'nine yellow stethoscopes');
    await world.visitor.page.getByRole('alert').waitFor();
  },
  'an authenticator code refused': async (world) => {
    await openSettings(world);
    await save(world, 'totp', /^Verify code/, '000000');
    await world.visitor.messageAt(/^Verify code/);
  },
  'an authenticator app enrolled': async (world) => {
    await openSettings(world);
    await enrolTotp(world.visitor);
  },
  'backup codes to be confirmed': async (world) => {
    await openSettings(world);
    await pressIn(world.visitor, 'lookupSecret', 'Generate new backup recovery codes');
    await pressIn(world.visitor, 'lookupSecret', 'Copy');
    await section(world.visitor, 'lookupSecret').getByRole('status').filter({ hasText: /./ }).waitFor();
  },
  'backup codes confirmed': async (world) => {
    await openSettings(world);
    await enrolBackupCodes(world.visitor);
  },
  'backup codes revealed, one of them used': async (world) => {
    const { visitor } = world;
    await openSettings(world);
    const [code = ''] = await enrolBackupCodes(visitor);
    await openSignedIn(visitor, world.stack, world.account, '/login?aal=aal2&return_to=/settings');
    await visitor.fill(/^Backup recovery code/, code);
    await visitor.press('Use backup recovery code');
    await visitor.arrives('Account Settings');
    await pressIn(visitor, 'lookupSecret', 'Reveal backup recovery codes');
    await section(visitor, 'lookupSecret').locator('s').waitFor();
  },
  'two security keys': async (world) => {
    await openSettings(world);
    const first = await addAuthenticator(world.visitor, 'key');
    await addKey(world.visitor, 'Blue');
    await isSaved(world.visitor);
    await first.remove();
    await addAuthenticator(world.visitor, 'key');
    await unfold(world.visitor, 'webauthn');
    await addKey(world.visitor, 'The spare one that lies in the safe at my sister’s, in the second drawer');
    await world.visitor.reads('2 keys');
  },
  'a passkey': async (world) => {
    await openSettings(world);
    await addAuthenticator(world.visitor, 'passkey');
    await pressIn(world.visitor, 'passkey', 'Add passkey');
    await isSaved(world.visitor);
  },
  'a prompt cancelled': async (world) => {
    await openSettings(world);
    const key = await addAuthenticator(world.visitor, 'passkey');
    await key.agree(false);
    await pressIn(world.visitor, 'passkey', 'Add passkey');
    await world.visitor.reads(/canceled or took too long/);
  },
  'a browser without authenticators': async (world) => {
    await world.visitor.page.addInitScript(() => {
      Object.defineProperty(window, 'PublicKeyCredential', { value: undefined });
      Object.defineProperty(navigator, 'credentials', { value: undefined });
    });
    await openSettings(world);
    await addKey(world.visitor, 'Blue');
    await world.visitor.reads(/does not support security keys or passkeys|could not be used/);
  },
  'an account of another service linked': async (world) => {
    world.acme.signInAs(`${randomUUID()}@acme.example`);
    await openSettings(world);
    await pressIn(world.visitor, 'oidc', 'Link Acme');
    await isSaved(world.visitor);
  },
  'the last way to sign in, which stays': async ({ visitor, acme, stack }) => {
    const email = `${randomUUID()}@acme.example`;
    acme.signInAs(email);
    await visitor.open('/registration');
    await visitor.press('Sign up with Acme');
    await visitor.verifyAndSignInWith('Acme', stack.mailbox, email);
    await reopenSettings(visitor);
    await pressIn(visitor, 'oidc', 'Link Umbrella');
    await isSaved(visitor);
    const other = await visitor.another('/settings');
    await confirmIn(other, 'oidc', 'Unlink Acme');
    await isSaved(other);
    await other.page.close();
    await confirmIn(visitor, 'oidc', 'Unlink Umbrella');
    await visitor.reads('This is your last way to sign in.');
  },
  'signed in elsewhere': async (world) => {
    await openSettings(world);
    await openSettings(world);
    await section(world.visitor, 'sessions')
      .getByRole('button', { name: 'Sign out everywhere else' })
      .waitFor();
  },
  'another session ended': async (world) => {
    await settingsStates['signed in elsewhere']?.(world);
    await confirmIn(world.visitor, 'sessions', 'Sign out everywhere else');
    await isSaved(world.visitor, 'Signed out');
  },
  'a session that could not be ended': async (world) => {
    await settingsStates['signed in elsewhere']?.(world);
    await world.visitor.context.setOffline(true);
    await confirmIn(world.visitor, 'sessions', 'Sign out everywhere else');
    await world.visitor.reads(/could not be loaded or changed/);
  },
  'an account recovered, with the minutes that are left': async ({ visitor, stack, account }) => {
    await visitor.open('/recovery');
    await visitor.fill('Email', account.email);
    await visitor.press('Continue');
    await visitor.typeMailedCode(stack.mailbox, account.email, /^Recovery code/);
    await visitor.press('Continue');
    await visitor.arrives('Account Settings');
    await visitor.reads(/within the next \d+ minutes/);
  },
};
