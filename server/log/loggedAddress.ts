import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings/config.ts';
import { plainAddress } from '../http/clientAddress.ts';

/** Formats a client's address for the log; undefined leaves it out. */
export type LoggedAddress = (address: string | undefined) => string | undefined;

/** How many bytes of an address are kept: an IPv4 /24 (several customers) or an IPv6 /48 (one or more customers). */
const keptBytes = { ipv4: 3, ipv6: 6 };

/**
 * Creates the formatter of client addresses that `LOG_CLIENT_ADDRESS` asks for. An IPv4 address on an IPv6 socket
 * (RFC 4291, section 2.5.5.2) is written as IPv4; invalid addresses are left out.
 */
export function loggedAddress(choice: Settings['LOG_CLIENT_ADDRESS']): LoggedAddress {
  return (clientAddress) => {
    const address = plainAddress(clientAddress);
    if (choice === 'none' || address === undefined) return undefined;
    if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined;
    const parsed = ipaddr.process(address);
    if (choice === 'whole') return parsed.toString();
    const kept = keptBytes[parsed.kind()];
    const network = parsed.toByteArray().map((byte, at) => (at < kept ? byte : 0));
    return `${ipaddr.fromByteArray(network).toString()}/${kept * 8}`;
  };
}
