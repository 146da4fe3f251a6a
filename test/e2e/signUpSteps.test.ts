import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startOpenidProvider, type OpenidProvider } from '../support/openidProvider.ts';
import { allowAccess, type RelyingParty } from '../support/relyingParty.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const portal = `http://localhost:${port}`;
const social = await startOpenidProvider(portal);
const incomplete = await startOpenidProvider(portal, '{ email: claims.email }');
const { stack, arrive, relyingParty } = await useOAuth2({ port, kratos: social.kratos });
let app: RelyingParty;
let visitor: Visitor;
let email: string;

beforeAll(async () => {
  app = await relyingParty();
});

beforeEach(() => {
  email = `${randomUUID()}@example.com`;
  for (const provider of [social, incomplete]) provider.signInAs(email);
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(() => Promise.all([social, incomplete].map((provider: OpenidProvider) => provider.stop())));

const password = randomUUID();

async function fillIn(): Promise<void> {
  await visitor.fill('Email', email);
  await visitor.page.getByLabel(/informed consent/).check();
}

async function typeCode(): Promise<void> {
  await visitor.typeMailedCode(stack().mailbox, email, /code/i);
  await visitor.press('Continue');
}

async function signUpWithPassword(): Promise<void> {
  await visitor.register({ email, password });
  await typeCode();
}

/** The start page also says that the account exists, with the focus there. */
async function isCreated(): Promise<void> {
  await visitor.reads('Your account has been created.');
  await visitor.page.locator('[data-message="flow.registered"]:focus').waitFor();
  await isWelcomed();
}

/** The start page says where one is. */
async function isWelcomed(): Promise<void> {
  await visitor.arrives(/^Welcome/);
  await visitor.reads('This is the start page of your account at Stethoscope.');
}

/** The start page leads on. */
async function isLedOn(): Promise<void> {
  await isWelcomed();
  await visitor.page.getByRole('region', { name: 'Set up your account' }).getByRole('link').click();
  await visitor.arrives('Account Settings');
}

async function signUpWithCode(): Promise<void> {
  await fillIn();
  await visitor.press('Email me a code');
  await typeCode();
}

async function signUpWithPasskey(): Promise<void> {
  // the virtual authenticator would answer autofill at once and sign in
  await visitor.page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await addAuthenticator(visitor, 'passkey');
  await fillIn();
  await visitor.press('Sign up with passkey');
  await visitor.arrives('Verify your account');
  await typeCode();
}

async function signUpWithAcme(): Promise<void> {
  await visitor.press('Sign up with Acme');
  await visitor.arrives('Verify your account');
  await typeCode();
}

const signUpWithUmbrella = (): Promise<void> => visitor.press('Sign up with Umbrella');

async function addMissing(): Promise<void> {
  await visitor.page.getByRole('link', { name: 'Use another method' }).waitFor();
  await visitor.page.getByLabel(/informed consent/).check();
  await visitor.press('Continue');
}

/** Goes from an application to the sign-up. @returns counts the presses from now on */
async function begin() {
  await visitor.page.goto(app.request());
  await visitor.reads('To authenticate Harbor Clinic');
  await visitor.page.getByRole('link', { name: 'Sign up' }).click();
  return jest.spyOn(visitor, 'press');
}

interface SignUp {
  what: string;
  signUp: () => Promise<void>;
  /** Signs in to the portal, if that is a step of its own. */
  signIn?: () => Promise<void>;
  /** What the start page says, if more than where one is. */
  announced?: () => Promise<void>;
  /** How many steps it takes. */
  steps: number;
  /** How many it takes on the way to an application. */
  forApplication: number;
  /** By default the portal is signed up to without scripts; applications are with scripts. */
  needsScripts?: boolean;
}

const withPassword = async (): Promise<void> => {
  await visitor.arrives('Sign in');
  await visitor.fill(/^Password/, password);
  await visitor.press('Sign in with password');
};

const complete: SignUp[] = [
  {
    what: 'a password',
    signUp: signUpWithPassword,
    signIn: withPassword,
    announced: isLedOn,
    steps: 3,
    forApplication: 2,
  },
  { what: 'a mailed code', signUp: signUpWithCode, announced: isCreated, steps: 2, forApplication: 2 },
  {
    what: 'a passkey',
    signUp: signUpWithPasskey,
    signIn: async () => {
      await visitor.arrives('Sign in');
      await visitor.press('Sign in with passkey');
    },
    steps: 3,
    forApplication: 2,
    needsScripts: true,
  },
  { what: 'a social account', signUp: signUpWithAcme, steps: 2, forApplication: 2 },
  {
    what: 'a social account whose service vouches',
    signUp: signUpWithUmbrella,
    announced: isCreated,
    steps: 1,
    forApplication: 1,
  },
];

const missing: SignUp[] = [
  {
    what: 'a social account with missing fields',
    signUp: async () => {
      await visitor.press('Sign up with Acme');
      await addMissing();
      await visitor.arrives('Verify your account');
      await typeCode();
    },
    steps: 3,
    forApplication: 3,
  },
  {
    what: 'a social account whose service vouches, with missing fields',
    signUp: async () => {
      await signUpWithUmbrella();
      await addMissing();
    },
    steps: 2,
    forApplication: 2,
  },
];

describe('an application’s request survives', () => {
  test('a sign-up, and the browser’s Back after it', async () => {
    visitor = await arrive();
    await begin();
    await signUpWithPassword();
    await visitor.arrives('Authorize Harbor Clinic');
    await visitor.page.goBack();
    expect(await allowAccess(app, visitor)).toBe(email);
  });

  test('sign-ins with a social account, without scripts', async () => {
    visitor = await arrive({ scripts: false });
    await visitor.page.goto(app.request());
    await visitor.press('Sign in with Acme');
    await visitor.arrives('Verify your account');
    await typeCode();
    expect(await allowAccess(app, visitor)).toBe(email);
    await visitor.context.clearCookies();
    await visitor.page.goto(app.request());
    await visitor.press('Sign in with Acme');
    expect(await allowAccess(app, visitor)).toBe(email);
  });
});

describe.each([
  { signUps: complete, kratos: undefined },
  { signUps: missing, kratos: incomplete.kratos },
])('a sign-up', ({ signUps, kratos }) => {
  beforeAll(async () => {
    if (kratos) await stack().kratos.restart(kratos);
  });

  describe.each(signUps)(
    'with $what',
    ({ signUp, signIn, announced, steps, forApplication, needsScripts = false }) => {
      test(`takes ${steps} steps`, async () => {
        visitor = await arrive({ scripts: needsScripts });
        const press = jest.spyOn(visitor, 'press');
        await visitor.open('/registration');
        await signUp();
        await signIn?.();
        await (announced ?? isWelcomed)();
        expect(press).toHaveBeenCalledTimes(steps);
      });

      test(`takes ${forApplication} steps on the way to an application`, async () => {
        visitor = await arrive();
        const press = await begin();
        await signUp();
        await visitor.arrives(/^Authorize Harbor Clinic/);
        expect(press).toHaveBeenCalledTimes(forApplication);
        expect(await allowAccess(app, visitor)).toBe(email);
      });
    },
  );
});
