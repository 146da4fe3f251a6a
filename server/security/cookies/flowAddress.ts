import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/**
 * Keeps a flow's address in the browser, so that the next page can fill it in: Kratos names it neither in a refused
 * sign-in nor in a finished verification. It also keeps the address that began a session, whose cookie then replaces
 * the flow: Kratos names nobody before the second factor.
 */
export interface FlowAddress {
  /** Returns the `Set-Cookie` that keeps a flow's address; undefined for a text that is not an address. */
  keep: (flow: string, address: string) => string | undefined;
  /** Reads a flow's address from a Cookie header; undefined if there is none, or it belongs to another flow. */
  read: (header: string | undefined, flow: string) => string | undefined;
  /** Returns the `Set-Cookie` that deletes it; undefined if there is nothing to delete. */
  forget: (header: string | undefined) => string | undefined;
}

/** The lifetime of flows in kratos.yml. */
const maxAgeSeconds = 60 * 60;

/** The maximum length of an address (RFC 5321, section 4.5.3.1.3). */
const maxLength = 254;

/** Whether a text is an email address, or a phone number in international form (E.164). */
const isAddress = (text: string): boolean =>
  text.length <= maxLength && (/^[^\s@]+@[^\s@]+$/.test(text) || /^\+\d{2,15}$/.test(text));

/**
 * Creates the cookie. It is sealed for its flow, whose id nobody else knows: a link cannot make a page show the
 * address.
 */
export function createFlowAddress(secrets: Pick<SealedCookieOptions, 'secret' | 'portalUrl'>): FlowAddress {
  const cookie = createSealedCookie({
    ...secrets,
    name: 'portal_address',
    maxAgeSeconds,
    purpose: 'flow address',
  });
  return {
    keep: (flow, address) => (isAddress(address) ? cookie.keep(address, `flow ${flow}`) : undefined),
    read: (header, flow) => cookie.read(header, `flow ${flow}`),
    forget: (header) => (cookie.isIn(header) ? cookie.expired : undefined),
  };
}
