import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../settings/config.ts';
import { createTransport, jsonIn, type Transport } from '../transport.ts';

/** How long each call of a check may take, in milliseconds: a look-up of breached passwords that gets no answer takes 15,000. */
const deadlineMs = 30_000;

export interface CheckAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The JSON body; undefined if it is none. */
  body: unknown;
}

/** Makes one call of a check. @throws PortalError 502 or 504 if there is no answer */
export type CheckCall = (method: string, path: string, body?: object) => Promise<CheckAnswer>;

/** The Kratos that is checked. */
export interface CheckedKratos {
  callPublic: CheckCall;
  /** Undefined where the settings name no admin API. */
  callAdmin: CheckCall | undefined;
  close: () => void;
}

/** The settings that a check needs. */
export type CheckSettings = Pick<
  Settings,
  | 'KRATOS_PUBLIC_URL'
  | 'KRATOS_ADMIN_URL'
  | 'ORY_ADMIN_API_TOKEN'
  | 'PORTAL_URL'
  | 'COOKIE_SECRET'
  | 'NODE_ENV'
>;

/** Connects to the Kratos that the settings name, with connections of its own. */
export function connectToCheck(settings: CheckSettings): CheckedKratos {
  const { KRATOS_PUBLIC_URL, KRATOS_ADMIN_URL, ORY_ADMIN_API_TOKEN: token, PORTAL_URL } = settings;
  const transports: Transport[] = [];
  const connect = (url: string, headers: Record<string, string>): CheckCall => {
    const transport = createTransport({ url, timeoutMs: deadlineMs });
    transports.push(transport);
    return async (method, path, body) => {
      const answer = await transport.send({
        method,
        path,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        deadlineMs,
      });
      return { status: answer.status, headers: answer.headers, body: jsonIn(answer) };
    };
  };
  const { host, protocol } = new URL(PORTAL_URL);
  const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  return {
    callPublic: connect(KRATOS_PUBLIC_URL, forwarded),
    callAdmin:
      KRATOS_ADMIN_URL === undefined
        ? undefined
        : connect(KRATOS_ADMIN_URL, token === undefined ? {} : { authorization: `Bearer ${token}` }),
    close: () => {
      for (const transport of transports) transport.close();
    },
  };
}
