import type { IncomingMessage } from 'node:http';
import { acceptsHtml } from '../../http/requestHead.ts';
import { challengeOver } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';
import type { Operation } from '../../operations/catalogue.ts';

const badRequest = 400;
const serverError = 500;

/**
 * Returns the error to show instead of Hydra's JSON when a browser returns to a finished device sign-in, for example
 * with the back button from the consent. Hydra has an error page for all other requests.
 *
 * @returns undefined for an answer to forward
 */
export function deviceRefusal(
  { statusCode = 0 }: Pick<IncomingMessage, 'statusCode'>,
  { operation }: Pick<Operation, 'operation'>,
  accept: string | undefined,
): PortalError | undefined {
  if (operation !== 'performOAuth2DeviceVerificationFlow' || !acceptsHtml({ accept })) return undefined;
  return statusCode >= badRequest && statusCode < serverError ? challengeOver() : undefined;
}
