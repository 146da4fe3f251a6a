import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings/config.ts';
import { plainAddress } from './clientAddress.ts';

/** How a client's address is written to the log; undefined leaves it out. */
export type LoggedAddress = (address: string | undefined) => string | undefined;

/** The bytes of an address that are kept: an IPv4 /24 and an IPv6 /48, which providers give to several customers or to one. */
const keptBytes = { ipv4: 3, ipv6: 6 };

/**
 * Writes clients' addresses as the setting `LOG_CLIENT_ADDRESS` asks for. An IPv4 address on an IPv6 socket
 * (RFC 4291, section 2.5.5.2) is written as the IPv4 address that it is; what is no address is left out.
 *
 * @param choice the whole address, its network alone, or nothing
 */
export function loggedAddress(choice: Settings['LOG_CLIENT_ADDRESS']): LoggedAddress {
  return (told) => {
    const address = plainAddress(told);
    if (choice === 'none' || address === undefined) return undefined;
    if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined;
    const parsed = ipaddr.process(address);
    if (choice === 'whole') return parsed.toString();
    const kept = keptBytes[parsed.kind()];
    const network = parsed.toByteArray().map((byte, at) => (at < kept ? byte : 0));
    return `${ipaddr.fromByteArray(network).toString()}/${kept * 8}`;
  };
}
