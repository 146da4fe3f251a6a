import { expect, test } from '@jest/globals';
import { inMemory } from '../security/limits/stores.ts';
import { createFlowMemory } from './flowMemory.ts';

test('a flow is completed by a mailed code once, so that a code opens one session', async () => {
  const memory = createFlowMemory(inMemory('refused', 60_000), inMemory('completed', 60_000));
  expect(await memory.complete('f1')).toBe(true);
  expect(await memory.complete('f1')).toBe(false);
  expect(await memory.complete('f2')).toBe(true);
});
