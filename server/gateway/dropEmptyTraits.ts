import { isForm } from './checks/mediaType.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call, GatewayRequest } from './forward/exchange.ts';

/** The operations whose forms have traits. */
const operations = new Set(['updateRegistrationFlow', 'updateSettingsFlow']);

const isNotEmptyTrait = (field: string): boolean => !/^traits\.[^=]*=?$/.test(field);

const withoutEmptyTraits = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').split('&').filter(isNotEmptyTrait).join('&'), 'latin1');

/**
 * Removes the traits that are left empty from a form that a browser posts without scripts. Kratos ignores an empty text,
 * but takes it for an entry of a trait that is a list, which it stores or refuses.
 *
 * @throws PortalError 413 for a form over 256 KiB
 */
export async function dropEmptyTraits({ operation }: Call, request: GatewayRequest): Promise<void> {
  const { headers } = request;
  if (!operations.has(operation.operation) || !isForm(headers)) return;
  const body = await peekForm(request, { change: withoutEmptyTraits });
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
}
