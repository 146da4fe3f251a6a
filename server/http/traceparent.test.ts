import { expect, test } from '@jest/globals';
import { newTraceparent } from './traceparent.ts';

test.each([
  [true, '01'],
  [false, '00'],
])('a call has a span of its own in its trace; sampled: %s', (sampled, flags) => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  expect(newTraceparent(traceId, sampled)).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-${flags}$`));
});
