import type { FlowAddress } from './flowAddress.ts';
import type { LastAddress } from './lastAddress.ts';
import type { TypedFieldsCookie } from './typedFields.ts';

/** The cookies that hold an address. */
export interface AddressCookies {
  /** Knows the address of a form that was just sent. */
  flowAddress: FlowAddress;
  /** Knows the address that was signed in last. */
  lastAddress: LastAddress;
  /** Keeps what was typed into a form, an address among it. */
  typedFields: TypedFieldsCookie;
}

/** The `Set-Cookie` lines after which a browser holds no address. @param header a Cookie header */
export const forgetAddresses = (
  header: string | undefined,
  { flowAddress, lastAddress, typedFields }: AddressCookies,
): string[] =>
  [lastAddress.forget(header), flowAddress.forget(header), typedFields.forget(header)].filter(
    (line) => line !== undefined,
  );
