import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/**
 * Keeps in the browser which address a flow is about, for the page after it to begin with: Kratos names it neither in a
 * sign-in that it refuses nor in a verification that is done. And which address began a session, whose cookie then stands for the
 * flow: Kratos names nobody before the second factor.
 */
export interface FlowAddress {
  /** The `Set-Cookie` that keeps the address of a flow; undefined for a text that is no address. */
  keep: (flow: FlowName, address: string) => string | undefined;
  /** Reads a flow's address from a Cookie header; undefined if there is none, or it is another flow's. */
  read: (header: string | undefined, flow: FlowName) => string | undefined;
  /** The `Set-Cookie` that forgets it; undefined if there is nothing to forget. */
  forget: (header: string | undefined) => string | undefined;
}

/**
 * Stands for the flow's id after a sign-up: the verification that follows does not name the flow of the sign-up. No text, which a
 * link could hold.
 */
export const signUpFlow = Symbol('sign-up');

type FlowName = string | typeof signUpFlow;

const contextOf = (flow: FlowName): string => (flow === signUpFlow ? 'sign-up' : `flow ${flow}`);

/** As long as flows last in kratos.yml. */
const maxAgeSeconds = 60 * 60;

/** The longest address that there is (RFC 5321, section 4.5.3.1.3). */
const maxLength = 254;

const isAddress = (text: string): boolean => text.length <= maxLength && /^[^\s@]+@[^\s@]+$/.test(text);

/** Creates the cookie. It is sealed for its flow, whose id nobody else knows: a link cannot have the address shown. */
export function createFlowAddress(secrets: Pick<SealedCookieOptions, 'secret' | 'portalUrl'>): FlowAddress {
  const cookie = createSealedCookie({
    ...secrets,
    name: 'portal_address',
    maxAgeSeconds,
    purpose: 'flow address',
  });
  return {
    keep: (flow, address) => (isAddress(address) ? cookie.keep(address, contextOf(flow)) : undefined),
    read: (header, flow) => cookie.read(header, contextOf(flow)),
    forget: (header) => (cookie.isIn(header) ? cookie.expired : undefined),
  };
}
