import { withQuery } from '../../shared/flow/pagePath.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Visit } from '../pages/loader.ts';

/**
 * The parameters that name the flow into which an address was typed before; `correct` if it was mistyped,
 * `flow` if another one has replaced it.
 */
const parameters = ['correct', 'existing', 'verified', 'flow'];

/** Returns a link to another page that asks for a flow's address, which has it filled in. */
export const withExisting = (url: string, flow: string): string =>
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
) {
  const ids = [...flows, ...parameters.flatMap((name) => query.getAll(name))];
  const flow = ids.find((id) => id !== undefined && flowAddress.read(cookie, id) !== undefined);
  return {
    address: flow && flowAddress.read(cookie, flow),
    /** Whether the visitor has come back to correct it. */
    corrects: flow !== undefined && query.has('correct'),
    /** Returns a link to another page that asks for the address, which has it filled in. */
    carry: (url: string): string => (flow === undefined ? url : withExisting(url, flow)),
  };
}
