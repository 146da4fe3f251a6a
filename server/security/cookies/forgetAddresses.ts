import type { FlowAddress } from './flowAddress.ts';
import type { LastAddress } from './lastAddress.ts';
import type { TypedFieldsCookie } from './typedFields.ts';

/** The cookies that hold an address. */
export interface AddressCookies {
  /** Knows the address of the form sent last. */
  flowAddress: FlowAddress;
  /** Knows the address that was signed in last. */
  lastAddress: LastAddress;
  /** Keeps typed fields, which include an address. */
  typedFields: TypedFieldsCookie;
}

/** Returns the `Set-Cookie` lines that delete all addresses from a browser. @param header a Cookie header */
export const forgetAddresses = (
  header: string | undefined,
  { flowAddress, lastAddress, typedFields }: AddressCookies,
): string[] =>
  [lastAddress.forget(header), flowAddress.forget(header), typedFields.forget(header)].filter(
    (line) => line !== undefined,
  );
