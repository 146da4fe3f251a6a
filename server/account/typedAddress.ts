import { withQuery } from '../../shared/flow/pagePath.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Visit } from '../pages/loader.ts';

interface TypedAddress {
  address: string | undefined;
  /** Whether the visitor has come back to correct it. */
  corrects: boolean;
  /** Returns a link to another page that asks for the address, which has it filled in. */
  carry: (url: string) => string;
}

/** The parameters that name the flow into which an address was typed before; `correct` if it was mistyped. */
const parameters = ['correct', 'existing', 'verified'];

/** Returns what leads links to a page that has the address of a flow filled in. */
const carriedFrom =
  (flow: string) =>
  (url: string): string =>
    withQuery(url, new URLSearchParams({ existing: flow }));

/**
 * Finds the address that was typed into a flow, or into the one that led to this page: Kratos empties a form that it refuses.
 *
 * @param flows the flow, and those that it has replaced
 */
export function typedAddress(
  flows: (string | undefined)[],
  { query, cookie }: Visit,
  { flowAddress }: Pick<BrowserCookies, 'flowAddress'>,
): TypedAddress {
  const ids = [...flows, ...parameters.flatMap((name) => query.getAll(name))];
  const flow = ids.find((id) => id !== undefined && flowAddress.read(cookie, id) !== undefined);
  return {
    address: flow && flowAddress.read(cookie, flow),
    corrects: flow !== undefined && query.has('correct'),
    carry: flow === undefined ? (url) => url : carriedFrom(flow),
  };
}
