import { EventEmitter } from 'node:events';
import { Server } from 'node:net';
import { expect, test } from '@jest/globals';
import { limitConnections } from './limitConnections.ts';

/** Returns which of these addresses are refused when they connect in turn. */
function refused(addresses: string[]): string[] {
  const server = new Server();
  const cut: string[] = [];
  limitConnections(server, { maxPerAddress: 1, isProxy: () => false, onRefused: () => undefined });
  for (const remoteAddress of addresses)
    server.emit(
      'connection',
      Object.assign(new EventEmitter(), { remoteAddress, resetAndDestroy: () => cut.push(remoteAddress) }),
    );
  return cut;
}

test('IPv6 addresses of one network count together', () => {
  expect(refused(['2001:db8:0:100::1', '2001:db8:0:1ff::2', '2001:db8:0:200::1'])).toEqual([
    '2001:db8:0:1ff::2',
  ]);
});

test('an IPv4 address counts as the same on an IPv6 socket', () => {
  expect(refused(['::ffff:10.0.0.1', '10.0.0.1', '::ffff:10.0.0.2'])).toEqual(['10.0.0.1']);
});
