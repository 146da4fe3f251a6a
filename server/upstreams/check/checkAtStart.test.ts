import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { callsOf, identityId, kratosWith, type Answers } from '../../../test/support/checkedKratos.ts';
import { checkAtStart } from './checkAtStart.ts';

/** Checks a made-up Kratos at the start. Returns what was logged, and why the portal ended. */
async function start(overrides: Answers) {
  const { kratos, answers, settings } = await kratosWith(overrides);
  const warnings: string[] = [];
  const ends: string[] = [];
  const done = checkAtStart(
    { ...settings, KRATOS_HOOKS: 'required' },
    {
      log: { warn: (_fields: unknown, text?: string) => void warnings.push(text ?? '') } as never,
      end: (fault) => void ends.push(fault),
      pauseMs: 50,
    },
  );
  return { kratos, answers, warnings, ends, done };
}

const login = 'POST /self-service/login';
const opens: [number, unknown] = [200, { session: { id: 's1' } }];

test.each<[string, Answers]>([
  ['does not answer', { 'GET /schemas': [503, {}] }],
  ['gets no answer from the portal', { [login]: [502, {}] }],
])(
  'a Kratos that %s is checked again until it is known whether it asks, with one warning',
  async (_what, overrides) => {
    const { answers, warnings, ends, done } = await start(overrides);
    while (warnings.length === 0) await pause(20);
    expect(ends).toEqual([]);
    answers['GET /schemas'] = (await kratosWith()).answers['GET /schemas'] ?? [500, {}];
    answers[login] = opens;
    await done;
    expect(warnings).toHaveLength(1);
    expect(ends).toEqual([expect.stringContaining('An unproved address signs in')]);
  },
);

test('waits for the check of another replica without a line, and then checks itself', async () => {
  const { kratos, answers, warnings, ends, done } = await start({ 'POST /admin/identities': [409, {}] });
  while (callsOf(kratos).filter((call) => call === 'POST /admin/identities').length < 3) await pause(20);
  answers['POST /admin/identities'] = [201, { id: identityId }];
  await done;
  expect([warnings, ends]).toEqual([[], []]);
  expect(callsOf(kratos)).toContain(login);
});
