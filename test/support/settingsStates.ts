import { confirmIn, openSignedIn, pressIn, section } from './accountVisitor.ts';
import { createIdentity, type TestIdentity } from './identities.ts';
import type { Stack } from './stack.ts';
import { addAuthenticator } from './virtualAuthenticator.ts';
import type { Visitor } from './visitor.ts';

/** The fixtures needed to reach a state. */
export interface StateWorld {
  stack: Stack;
  visitor: Visitor;
  /** An account with only a password. */
  account: TestIdentity;
}

/** Brings a fresh visitor to a state of a page. */
export type State = (world: StateWorld) => Promise<void>;

const openSettings = ({ visitor, stack, account }: StateWorld): Promise<void> =>
  openSignedIn(visitor, stack, account, '/settings');

const save = async (
  { visitor }: StateWorld,
  part: 'password' | 'profile',
  label: RegExp,
  text: string,
): Promise<void> => {
  await section(visitor, part).getByLabel(label).first().fill(text);
  await pressIn(visitor, part, part === 'password' ? 'Change password' : 'Save profile');
};

/** Adds a security key, named Blue, at the open settings. */
export async function addKey(visitor: Visitor): Promise<void> {
  await section(visitor, 'webauthn').getByLabel('Name of the security key').fill('Blue');
  await pressIn(visitor, 'webauthn', 'Add security key');
}

/** States of the settings that the gallery does not show: folded, or reached only by using the page in a browser. */
export const settingsStates: Record<string, State> = {
  'as they open, folded': async (world) => {
    await openSettings(world);
    await world.visitor.open('/settings');
  },
  'an address that is already registered': async (world) => {
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
  'unconfirmed backup codes': async (world) => {
    await openSettings(world);
    await pressIn(world.visitor, 'lookupSecret', 'Generate new backup recovery codes');
    await pressIn(world.visitor, 'lookupSecret', 'Copy');
    await section(world.visitor, 'lookupSecret').getByRole('status').filter({ hasText: /./ }).waitFor();
  },
  'a cancelled prompt': async (world) => {
    await openSettings(world);
    const key = await addAuthenticator(world.visitor, 'passkey');
    await key.agree(false);
    await pressIn(world.visitor, 'passkey', 'Add passkey');
    await world.visitor.reads(/No passkey or security key was used/);
  },
  'a browser without authenticators': async (world) => {
    await world.visitor.page.addInitScript(() => {
      Object.defineProperty(window, 'PublicKeyCredential', { value: undefined });
      Object.defineProperty(navigator, 'credentials', { value: undefined });
    });
    await openSettings(world);
    await addKey(world.visitor);
    await world.visitor.reads(/does not support security keys or passkeys|could not be used/);
  },
  'sessions elsewhere': async (world) => {
    await openSettings(world);
    await openSettings(world);
    await section(world.visitor, 'sessions')
      .getByRole('button', { name: 'Sign out everywhere else' })
      .waitFor();
  },
  'a session that could not be ended': async (world) => {
    await settingsStates['sessions elsewhere']?.(world);
    await world.visitor.context.setOffline(true);
    await confirmIn(world.visitor, 'sessions', 'Sign out everywhere else');
    await world.visitor.reads(/could not be loaded or changed/);
  },
};
