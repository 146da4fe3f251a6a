import { ipKeyGenerator } from 'express-rate-limit';

/** A client's address without the prefix that an IPv4 one has on an IPv6 socket (RFC 4291, section 2.5.5.2). */
export const plainAddress = (address: string | undefined): string | undefined =>
  address?.replace(/^::ffff:(?=\d+\.)/i, '');

/** The bits of an IPv6 address that tell one customer of a network from another (RFC 6177). */
const ipv6Prefix = 56;

/** What counts as one client in every limit: an IPv4 address, or an IPv6 network. */
export const clientNetwork = (address: string | undefined): string =>
  ipKeyGenerator(plainAddress(address) ?? '', ipv6Prefix);
