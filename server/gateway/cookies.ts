import type { Upstream } from '../../shared/operations/operation.ts';

/** The cookies that each upstream set itself; it gets those back, and no other. */
const owned: Partial<Record<Upstream, RegExp>> = {
  kratosPublic: /^(?:ory_kratos_|ory_session_|csrf_token_)/,
  hydraPublic: /^ory_hydra_/,
};

/**
 * The part of a Cookie header that belongs to an upstream, its text unchanged.
 *
 * @param header the browser's Cookie header
 * @returns the pairs that the upstream set, in their order, or undefined where there is none
 */
export function ownCookies(header: string, upstream: Upstream): string | undefined {
  const names = owned[upstream];
  if (!names) return undefined;
  const kept = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => names.test(pair));
  return kept.length > 0 ? kept.join('; ') : undefined;
}
