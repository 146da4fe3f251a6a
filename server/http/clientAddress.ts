import { ipKeyGenerator } from 'express-rate-limit';

/**
 * Returns a client's bare address: without the port that some proxies append (Azure, IIS), which changes with each
 * connection, and without the prefix of an IPv4 address on an IPv6 socket (RFC 4291, section 2.5.5.2).
 *
 * @param address as `request.ip` gives it
 */
export const plainAddress = (address: string | undefined): string | undefined =>
  // a bare IPv4 address, as most are
  address?.includes(':') !== true
    ? address
    : address
        .replace(/^((?:\d+\.){3}\d+):\d+$/, '$1')
        .replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, '$1')
        .replace(/^::ffff:(?=\d+\.)/i, '');

/** The prefix length, in bits, that a network's customer typically gets (RFC 6177). */
const ipv6Prefix = 56;

/** Returns the network that counts as one client in every limit: an IPv4 address, or an IPv6 network. */
export const clientNetwork = (address: string | undefined): string =>
  ipKeyGenerator(plainAddress(address) ?? '', ipv6Prefix);
