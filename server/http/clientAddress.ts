import { ipKeyGenerator } from 'express-rate-limit';

/**
 * A client's address alone: without the port that some proxies write behind it (Azure's, IIS), which is another with each
 * connection, and without the prefix that an IPv4 address has on an IPv6 socket (RFC 4291, section 2.5.5.2).
 *
 * @param address as Express tells it
 */
export const plainAddress = (address: string | undefined): string | undefined =>
  address
    ?.replace(/^((?:\d+\.){3}\d+):\d+$/, '$1')
    .replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '');

/** The bits of an IPv6 address that tell one customer of a network from another (RFC 6177). */
const ipv6Prefix = 56;

/** What counts as one client in every limit: an IPv4 address, or an IPv6 network. */
export const clientNetwork = (address: string | undefined): string =>
  ipKeyGenerator(plainAddress(address) ?? '', ipv6Prefix);
