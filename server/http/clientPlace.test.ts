import type { Request } from 'express';
import { expect, test } from '@jest/globals';
import { clientPlace } from './clientPlace.ts';

/** Returns the place of a client whose request has a header. @param from the address that it comes from */
function placeOf(header: string, from = '10.0.0.1'): string | undefined {
  const request = {
    headers: { 'cf-ipcountry': header },
    socket: { remoteAddress: from },
  } as unknown as Request;
  const read = clientPlace('CF-IPCountry', (address) => address === '10.0.0.1');
  void read(request, undefined as never, () => undefined);
  return request.place;
}

test('a trusted proxy says where a client is, and nobody else does', () => {
  expect(placeOf('SE')).toBe('SE');
  expect(placeOf('SE', '192.0.2.7')).toBeUndefined();
});

test('what it says is bounded and clean; an unknown country is no place', () => {
  expect(placeOf(Buffer.from('Malmö\u0007').toString('latin1'))).toBe('Malmö');
  expect(placeOf('x'.repeat(5000))).toHaveLength(101);
  expect(placeOf('XX')).toBeUndefined();
  expect(placeOf('')).toBeUndefined();
});
