import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { findingsInEveryLook } from '../support/accessibility.ts';
import { createIdentity } from '../support/identities.ts';
import { startOpenidProvider } from '../support/openidProvider.ts';
import { mailedSecondFactorStates, secondFactorStates } from '../support/secondFactorStates.ts';
import { settingsStates, type State } from '../support/settingsStates.ts';
import { useStack } from '../support/useStack.ts';

const port = await freePort();
const acme = await startOpenidProvider(`http://localhost:${port}`);
const { stack, visit } = useStack({
  port,
  kratos: {
    ...acme.kratos,
    SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false',
  },
});

afterAll(() => acme.stop());

/** In the light and the dark theme, in a normal window and in one 320 px wide. */
const expectNoFindings = (states: Record<string, State>): void =>
  test.each(Object.entries(states))('%s', async (_name, bring) => {
    const account = await createIdentity(stack().kratos.adminUrl, {
      traits: { name: { first: 'Ada', last: 'Lovelace' } },
    });
    const visitor = await visit('/');
    await bring({ stack: stack(), visitor, account, acme });
    expect(await findingsInEveryLook(visitor.page)).toEqual([]);
  });

describe('in every theme and width, axe finds nothing on the settings and they fit:', () =>
  expectNoFindings(settingsStates));

describe('in every theme and width, axe finds nothing on a second step and it fits:', () =>
  expectNoFindings(secondFactorStates));

describe('in every theme and width, axe finds nothing where mail is a second factor and it fits:', () => {
  beforeAll(() => stack().kratos.restart({ SELFSERVICE_METHODS_CODE_MFA_ENABLED: 'true' }));
  expectNoFindings(mailedSecondFactorStates);
});
