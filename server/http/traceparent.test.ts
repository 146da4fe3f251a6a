import { expect, test } from '@jest/globals';
import { newTraceparent, parseTraceparent } from './traceparent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  // further flags, and a later version with more fields
  [`00-${traceId}-${spanId}-03`, true],
  [`01-${traceId}-${spanId}-01-more`, true],
])('reads %s', (header, sampled) => {
  expect(parseTraceparent(header)).toEqual({ traceId, spanId, sampled });
});

test.each([
  undefined,
  '',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
])('ignores %s', (header) => {
  expect(parseTraceparent(header)).toBeUndefined();
});

test('reads its own', () => {
  expect(parseTraceparent(newTraceparent(traceId, false))).toMatchObject({ traceId, sampled: false });
  expect(parseTraceparent(newTraceparent())).toMatchObject({ sampled: true });
});
