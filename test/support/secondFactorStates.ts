import { enrolBackupCodes, enrolTotp, isSaved, openSignedIn } from './accountVisitor.ts';
import { addKey, type State, type StateWorld } from './settingsStates.ts';
import type { TestIdentity } from './identities.ts';
import type { Stack } from './stack.ts';
import { addAuthenticator, type Credential, type VirtualAuthenticator } from './virtualAuthenticator.ts';

/** An account with every second factor, for each stack. */
const enrolled = new WeakMap<Stack, { account: TestIdentity; credentials: Credential[] }>();

/** Signs in to an account with an authenticator app, backup codes and a security key, which becomes `world.account`. */
async function enrolEverything(world: StateWorld): Promise<VirtualAuthenticator> {
  const { visitor, stack } = world;
  const known = enrolled.get(stack);
  if (known) {
    world.account = known.account;
    await openSignedIn(visitor, stack, known.account, '/settings');
    return addAuthenticator(visitor, 'passkey', known.credentials);
  }
  const { account } = world;
  await openSignedIn(visitor, stack, account, '/settings');
  await enrolTotp(visitor);
  await enrolBackupCodes(visitor);
  const key = await addAuthenticator(visitor, 'passkey');
  await addKey(visitor);
  await isSaved(visitor, 'Security key added');
  enrolled.set(stack, { account, credentials: await key.credentials() });
  return key;
}

const secondStep = async ({ visitor, stack, account }: StateWorld): Promise<void> => {
  await openSignedIn(visitor, stack, account, '/login?aal=aal2');
  await visitor.arrives('Two-Factor Authentication');
};

const everyFactor: State = async (world) => {
  await enrolEverything(world);
  await secondStep(world);
};

/** States of a sign-in's second step, and of re-authentication, that the gallery does not show. */
export const secondFactorStates: Record<string, State> = {
  'a code from the app that is too short': async (world) => {
    await everyFactor(world);
    await world.visitor.fill(/^Authentication code/, '123');
    await world.visitor.press('Use Authenticator');
    await world.visitor.reads('Enter all 6 digits of the code.');
  },
  'a refused backup code': async (world) => {
    await everyFactor(world);
    await world.visitor.fill(/^Backup recovery code/, 'nonsense');
    await world.visitor.press('Use backup recovery code');
    await world.visitor.reads('This backup code is wrong.');
  },
  'a security key that is not registered': async (world) => {
    const key = await enrolEverything(world);
    await secondStep(world);
    await key.remove();
    await addAuthenticator(world.visitor, 'key');
    await world.visitor.press('Sign in with security key');
    await world.visitor.reads(/No passkey or security key was used/);
  },
  're-authentication with a wrong password': async (world) => {
    await enrolEverything(world);
    await world.visitor.open('/login?refresh=true');
    await world.visitor.arrives("Confirm it's you");
    await world.visitor.fill(/^Password/, 'wrong');
    await world.visitor.page.keyboard.press('Enter');
    await world.visitor.reads(/password is wrong/);
  },
};

const codeSent: State = async (world) => {
  await secondStep(world);
  await world.visitor.press(`Send code to ${world.account.email}`);
  await world.visitor.page.getByLabel(/^Login code/).waitFor();
};

/** Further states where the provider offers mailed codes as a second factor. */
export const mailedSecondFactorStates: Record<string, State> = {
  'a refused mailed code': async (world) => {
    await codeSent(world);
    await world.visitor.fill(/^Login code/, '000000');
    await world.visitor.press('Continue');
    await world.visitor.reads(/Wrong code/);
  },
};
