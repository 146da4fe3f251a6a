import type { UiText } from '@ory/client';
import type { Application, FlowKind } from '../../../shared/page.ts';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { maxAddressLength } from '../request/formBounds.ts';
import { oneYear } from './ownCookie.ts';
import { queryOf, requestKey } from './restartedRequest.ts';
import { createSealedCookie, createSealedValue, type CookieSecrets } from './sealedCookie.ts';

// What pages keep in the browser for the pages that follow. All of it is sealed: neither a proxy's log nor a script can read
// it, and no link can make a page show anything.

const minute = 60;
const hour = 60 * minute;

/** Whether a text is an email address, or a phone number in international form (E.164). */
const isAddress = (text: string): boolean =>
  text.length <= maxAddressLength && (/^[^\s@]+@[^\s@]+$/.test(text) || /^\+\d{2,15}$/.test(text));

/**
 * Keeps a flow's address, as long as flows last in kratos.yml, so that the next page can fill it in: Kratos names it neither
 * in a refused sign-in nor in a finished verification. It also keeps the address that began a session, whose cookie then
 * replaces the flow: Kratos names nobody before the second factor.
 */
export function createFlowAddress(secrets: CookieSecrets) {
  const cookie = createSealedCookie(secrets, 'portal_address', 'flow address', hour);
  return {
    /** Returns the `Set-Cookie` that keeps a flow's address; undefined for a text that is not an address. */
    keep: (flow: string, address: string) =>
      isAddress(address) ? cookie.keep(address, `flow ${flow}`) : undefined,
    /** Reads a flow's address from a Cookie header; undefined if there is none, or it belongs to another flow. */
    read: (header: string | undefined, flow: string) => cookie.read(header, `flow ${flow}`),
    forget: cookie.forget,
  };
}

/** The flow that has mailed a code last, the code's address, and the flows that have mailed it one before. */
interface AwaitedCode {
  kind: FlowKind;
  flow: string;
  address?: string | undefined;
  former?: string[];
}

/**
 * Keeps which flow has mailed a code last, so that its page is found again once it has been closed, and so that its code also
 * counts in another tab.
 */
export const createAwaitedCode = (secrets: CookieSecrets) =>
  createSealedValue<AwaitedCode>(secrets, 'portal_awaited_code', 'awaited code', hour);

/** Keeps the address of the last sign-in, so that the next sign-in can fill it in. */
export function createLastAddress(secrets: CookieSecrets) {
  const cookie = createSealedCookie(secrets, 'portal_last_address', 'last address', oneYear);
  const { read, forget } = cookie;
  return {
    read: (header: string | undefined) => read(header),
    /** Returns the `Set-Cookie` that replaces or deletes the kept address; undefined if it is the same. */
    keep: (address: string | undefined, header: string | undefined) => {
      if (address === undefined) return forget(header);
      return read(header) === address ? undefined : (cookie.keep(address) ?? forget(header));
    },
    forget,
  };
}

/** Whether a field's value is kept: only the profile's fields, because all other sections ask for secrets. */
export const isKept = (name: string): boolean => name.startsWith('traits.');

/** The fields of a form in order, by name; several may share a name. */
export type TypedFields = [name: string, value: string][];

/** In place of a flow, while the user is at another service: the way back does not name the flow. */
export const atService = 'another service';

/** Keeps a form's typed fields, in order, while the user signs in again, or signs up with another service. */
export function createTypedFieldsCookie(secrets: CookieSecrets) {
  const cookie = createSealedValue<TypedFields>(secrets, 'portal_typed', 'typed fields', 15 * minute);
  return { ...cookie, keep: (flow: string, fields: Readonly<TypedFields>) => cookie.keep(fields, flow) };
}

/** An application's request, by its challenge, and the last verifications that lead to it. */
interface Asked {
  challenge: string;
  flows: string[];
}

/** What a page says of an application's request. */
interface Asking {
  challenge?: string | undefined;
  flow?: string | undefined;
  header?: string | undefined;
}

/** How many: of a sign-up, of its correction, and of those that took their place. */
const maxAsked = 4;

/**
 * Remembers which application asked for the sign-in, so that later pages, also those of errors, can lead back to it: twice as
 * long as Hydra's challenges last (`ttl.login_consent_request`). Its request contains its `state`. With it, the last
 * verifications that lead there: Kratos forgets the request in the flow that replaces one.
 */
export function createAskingApplication(secrets: CookieSecrets) {
  const cookie = createSealedValue<{ application: Application; verified?: Asked | undefined }>(
    secrets,
    'portal_application',
    'asking application',
    2 * hour,
  );
  return {
    /**
     * Returns the `Set-Cookie` that remembers it; undefined if it is too long, also without the verifications.
     *
     * @param request the challenge of its request, the verification that leads to it, if any, and the Cookie header
     */
    keep: (application: Application, { challenge, flow, header }: Asking = {}) => {
      const before = cookie.read(header)?.verified;
      const known = before?.challenge === challenge ? before?.flows : undefined;
      const flows = [...new Set([flow ?? [], known ?? []].flat())].slice(0, maxAsked);
      const verified = challenge && flows.length > 0 ? { challenge, flows } : undefined;
      return cookie.keep({ application, verified }) ?? cookie.keep({ application });
    },
    /** Reads the application from a Cookie header; undefined if there is none. */
    read: (header: string | undefined) => cookie.read(header)?.application,
    /** Reads the challenge of its request; undefined unless one of these verifications leads there. */
    challengeOf: (header: string | undefined, flows: (string | null | undefined)[]) => {
      const verified = cookie.read(header)?.verified;
      return verified?.flows.some((flow) => flows.includes(flow)) ? verified.challenge : undefined;
    },
  };
}

/**
 * Keeps with which verification Kratos has replaced the last one that had too many wrong codes: it also fills in the code of a
 * mailed link there, and refuses it.
 */
export const createReplacedVerification = (secrets: CookieSecrets) =>
  createSealedValue<{ flow: string; by: string }>(secrets, 'portal_replaced', 'replaced verification', hour);

/** Keeps the token of a mail's link 'This was not me', so that no URL that stays in the history has it. */
export const createNotMe = (secrets: CookieSecrets) =>
  createSealedCookie(secrets, 'portal_not_me', 'not me', hour);

/** Tells the next page that a form belonged to another account: somebody else has signed in, in another tab. */
export function createFormerAccount(secrets: CookieSecrets) {
  const cookie = createSealedCookie(secrets, 'portal_former_account', 'former account', minute);
  return {
    /** Returns the `Set-Cookie` that names the account of a form, by its id and its name; undefined if it names none. */
    keep: (account: unknown) => {
      const name = textIn(account);
      return name === undefined ? undefined : cookie.keep(name);
    },
    /** Reads the account's id and name from a Cookie header. */
    read: (header: string | undefined) => {
      const [, id, name] = /^(\S+) (.*)$/s.exec(cookie.read(header) ?? '') ?? [];
      return id === undefined || name === undefined ? undefined : { id, name };
    },
    expired: cookie.expired,
  };
}

/**
 * Keeps whose consent an application's request has asked for in this browser, as long as Hydra's challenges last. It is read with
 * that challenge alone, so nobody learns whose request another browser's is.
 */
export const createConsentAccount = (secrets: CookieSecrets) =>
  createSealedCookie(secrets, 'portal_consent_account', 'consent account', hour);

/** A flow, and its messages that hold until it ends. */
interface Lasting {
  flow: string;
  messages: UiText[];
}

/** Keeps the messages that hold until a flow ends, for its later answers and for the next page: Kratos says them only once. */
export const createLastingMessages = (secrets: CookieSecrets) =>
  createSealedValue<Lasting>(secrets, 'portal_lasting', 'lasting messages', hour);

/** Longer than the transient payload of any of the portal's forms. */
const maxPayloadLength = 2000;

/** Returns the account that a form belongs to. @param payload the JSON of its transient payload */
export function accountIn(payload: string | undefined): unknown {
  if (payload === undefined || payload.length > maxPayloadLength) return undefined;
  try {
    return fieldsOf(JSON.parse(payload)).account;
  } catch {
    return undefined;
  }
}

/** A user's answer to an application's request: the scopes that they allow, or a denial. */
export type Decision = { scopes: string[]; remember: boolean } | 'denied';

/** A request for consent, and the session in which it was answered. */
interface Decided {
  requestUrl: string;
  sessionId: string;
}

const contextOf = ({ requestUrl, sessionId }: Decided): string =>
  `${requestKey(queryOf(requestUrl))} ${sessionId}`;

/**
 * Keeps the last decision of a browser for as long as Hydra may lose it. It is sealed for the request and the session, so
 * that no other one is ever answered by it.
 */
export function createConsentDecision(secrets: CookieSecrets) {
  const cookie = createSealedValue<Decision>(secrets, 'portal_decision', 'consent decision', minute);
  return {
    keep: (decision: Decision, decided: Decided) => cookie.keep(decision, contextOf(decided)),
    read: (header: string | undefined, decided: Decided) => cookie.read(header, contextOf(decided)),
    expired: cookie.expired,
  };
}
