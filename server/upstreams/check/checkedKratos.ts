import type { Settings } from '../../settings/config.ts';
import type { BuiltRequest } from '../providerRequest.ts';
import { createTransport, type ProviderAnswer, type Transport } from '../transport.ts';

/** How long each call may take, in milliseconds: looking up a breached password may take 15,000. */
const deadlineMs = 30_000;

/** Makes one call of a check. @throws PortalError 502 or 504 if there is no answer */
export type CheckCall = (request: BuiltRequest) => Promise<ProviderAnswer>;

/** The Kratos that is checked. */
export interface CheckedKratos {
  callPublic: CheckCall;
  /** Undefined if the settings name no admin API. */
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

/** Connects to the Kratos that the settings name, with its own connections. */
export function connectToCheck(settings: CheckSettings): CheckedKratos {
  const { KRATOS_PUBLIC_URL, KRATOS_ADMIN_URL, ORY_ADMIN_API_TOKEN: token, PORTAL_URL } = settings;
  const transports: Transport[] = [];
  const connect = (url: string, headers: Record<string, string>): CheckCall => {
    const transport = createTransport({ url, timeoutMs: deadlineMs, headers });
    transports.push(transport);
    return (request) => transport.send(request, { deadlineMs });
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
