import { beforeAll, describe, expect, test } from '@jest/globals';
import { findingsInEveryLook } from '../support/accessibility.ts';
import { createIdentity } from '../support/identities.ts';
import { mailedSecondFactorStates, secondFactorStates } from '../support/secondFactorStates.ts';
import { settingsStates, type State } from '../support/settingsStates.ts';
import { useStack } from '../support/useStack.ts';

const { stack, arrive } = useStack({ kratos: { SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false' } });

/** In the light and the dark theme, in a normal window and in one 320 px wide. */
const expectNoFindings = (states: Record<string, State>): void =>
  test.each(Object.entries(states))('%s', async (_name, bring) => {
    const account = await createIdentity(stack().kratos.adminUrl, {
      traits: { name: { first: 'Ada', last: 'Lovelace' } },
    });
    const visitor = await arrive();
    await bring({ stack: stack(), visitor, account });
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
