import { readFields, type FormFields } from '../security/limits/formFields.ts';
import { isKept, type TypedFields } from '../security/cookies/typedFields.ts';
import { submittedFlow } from '../urls/paths.ts';
import { isForm } from './checks/mediaType.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call, GatewayRequest } from './forward/exchange.ts';

/** A flow's form, for the pages that follow. */
export interface SentForm {
  /** The id of its flow. */
  flow: string;
  fields: FormFields;
  /** The fields that may be kept, emptied ones too, if the browser itself has sent it. */
  typed: TypedFields;
}

/**
 * Reads the form of a flow, and leaves its body for the upstream.
 *
 * @returns undefined for every other call, and for a body that is not a form, which the provider refuses
 */
export async function sentForm(
  { operation, query }: Call,
  request: GatewayRequest,
): Promise<SentForm | undefined> {
  if (request.method !== 'POST' || submittedFlow(operation.path) === undefined) return undefined;
  const flow = new URLSearchParams(query).get('flow');
  if (!flow) return undefined;
  const body = await peekForm(request);
  try {
    const fields = readFields('', body, request.headers['content-type']);
    const pairs = isForm(request.headers) ? Array.from(new URLSearchParams(body.toString())) : [];
    return { flow, fields, typed: pairs.filter(([name]) => isKept(name)) };
  } catch {
    return undefined;
  }
}
