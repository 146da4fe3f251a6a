import { expect, test } from '@jest/globals';
import { createTurns } from './turns.ts';

test('work of one key runs one after another, also after a failure; that of others does not wait', async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const first = inTurn('ada', async () => {
    await gate.promise;
    done.push('first');
    throw new Error('no');
  });
  const second = inTurn('ada', () => Promise.resolve(done.push('second')));
  await inTurn('bob', () => Promise.resolve(done.push('bob')));
  gate.resolve(undefined);
  await expect(first).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['bob', 'first', 'second']);
});
