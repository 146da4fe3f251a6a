import { malformedRequest } from '../http/errors.ts';
import { isForm } from './checks/mediaType.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call, GatewayRequest } from './forward/exchange.ts';
import { leadsToProvider, withoutHints, withoutJsonHints } from './upstreamParameters.ts';

/** The operations whose forms have traits. */
const withTraits = new Set(['updateRegistrationFlow', 'updateSettingsFlow']);

const isNotEmptyTrait = (field: string): boolean => !/^traits\.[^=]*=?$/.test(field);

/** Kratos ignores an empty text, but takes it for an entry of a trait that is a list, which it stores or refuses. */
const withoutEmptyTraits = (form: string): string => form.split('&').filter(isNotEmptyTrait).join('&');

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString());
  } catch {
    // Kratos would read what it finds before the fault
    throw malformedRequest();
  }
}

function rewriteJson(body: Buffer): Buffer {
  const form = body.length === 0 ? undefined : parse(body);
  if (typeof form !== 'object' || form === null) return body;
  const kept = JSON.stringify(withoutJsonHints(form));
  return kept === JSON.stringify(form) ? body : Buffer.from(kept);
}

/**
 * Changes a flow's form before it is forwarded: drops the traits that a browser without scripts sends because they were
 * left empty, and the parameters for a social provider that no caller may set. A form without them keeps its bytes.
 *
 * @throws PortalError 413 for a form that is too large, 400 for a script's that is not JSON
 */
export async function rewriteForm({ operation }: Call, request: GatewayRequest): Promise<void> {
  if (!leadsToProvider(operation)) return;
  const { headers } = request;
  const rewritePairs = (body: Buffer): Buffer => {
    const form = withoutHints(body.toString('latin1'));
    return Buffer.from(withTraits.has(operation.operation) ? withoutEmptyTraits(form) : form, 'latin1');
  };
  const body = await peekForm(request, { change: isForm(headers) ? rewritePairs : rewriteJson });
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
}
