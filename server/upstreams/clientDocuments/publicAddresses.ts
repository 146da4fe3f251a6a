import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const notPublic = (): Error => Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' });

/**
 * Creates a lookup for connections that finds only public addresses. The connection is made to what it returns, so a name that
 * means another address a moment later is of no use. A name with any other address beside a public one is not found at all.
 *
 * @param networks further ones that may be connected to, such as `10.0.0.0/8`
 */
export function publicAddresses(networks: readonly string[]): LookupFunction {
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  const isAllowed = (text: string): boolean => {
    // an IPv4 address written as IPv6 counts as such
    const address = ipaddr.process(text);
    const isListed = allowed.some((one) => address.kind() === one[0].kind() && address.match(one));
    return isListed || address.range() === 'unicast';
  };
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) callback(error, '');
      else if (!found.every(({ address }) => isAllowed(address))) callback(notPublic(), '');
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    });
  };
}
