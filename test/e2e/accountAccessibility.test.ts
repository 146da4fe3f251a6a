import { beforeAll, describe, expect, test } from '@jest/globals';
import { findingsInDarkAndNarrow } from '../support/accessibility.ts';
import { createIdentity } from '../support/identities.ts';
import { mailedSecondFactorStates, secondFactorStates } from '../support/secondFactorStates.ts';
import { settingsStates, type State } from '../support/settingsStates.ts';
import { useStack } from '../support/useStack.ts';

const { stack, arrive } = useStack({ kratos: { SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false' } });

/** Checks each state in the dark theme, and in a window 320 px wide. */
const expectNoFindings = (states: Record<string, State>): void =>
  test.each(Object.entries(states))('%s', async (_name, bring) => {
    const account = await createIdentity(stack().kratos.adminUrl, {
      traits: { name: { first: 'Ada', last: 'Lovelace' } },
    });
    const visitor = await arrive();
    await bring({ stack: stack(), visitor, account });
    expect(await findingsInDarkAndNarrow(visitor.page)).toEqual([]);
  });

describe('axe reports no problems with the settings in either theme, and they fit 320 px:', () =>
  expectNoFindings(settingsStates));

describe('axe reports no problems with a second step in either theme, and it fits 320 px:', () =>
  expectNoFindings(secondFactorStates));

describe('axe reports no problems with a mailed second factor in either theme, and it fits 320 px:', () => {
  beforeAll(() => stack().kratos.restart({ SELFSERVICE_METHODS_CODE_MFA_ENABLED: 'true' }));
  expectNoFindings(mailedSecondFactorStates);
});
