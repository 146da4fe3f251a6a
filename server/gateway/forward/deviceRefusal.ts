import type { IncomingMessage } from 'node:http';
import { acceptsHtml } from '../../http/acceptsHtml.ts';
import { challengeOver } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';
import type { Operation } from '../../operations/operation.ts';

const badRequest = 400;
const serverError = 500;

/**
 * The error to show instead of Hydra's JSON, where a browser comes back with a device's sign-in that is over: the back
 * button leads to the consent once more. Hydra has a page for the errors of all other requests.
 *
 * @param accept the browser's header
 * @returns undefined for an answer that is passed on
 */
export function deviceRefusal(
  { statusCode = 0 }: Pick<IncomingMessage, 'statusCode'>,
  { operation }: Pick<Operation, 'operation'>,
  accept: string | undefined,
): PortalError | undefined {
  if (operation !== 'performOAuth2DeviceVerificationFlow' || !acceptsHtml({ accept })) return undefined;
  return statusCode >= badRequest && statusCode < serverError ? challengeOver() : undefined;
}
