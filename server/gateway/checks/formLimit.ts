import type { Operation } from '../../operations/operation.ts';
import { readFields } from '../../security/limits/fields.ts';
import type { CountForm, Settle } from '../../security/limits/formLimits.ts';
import type { FormKind } from '../../security/limits/submission.ts';
import type { Call, GatewayRequest } from '../forward/exchange.ts';
import { peekBody } from './peekBody.ts';

/** The most bytes of a form that is read before it is passed on; those of people have a few thousand. */
export const mostFormBytes = 256 * 1024;

const formPath = /^\/self-service\/(login|registration|recovery|verification|settings)$/;

/** Whether a link does more than show a flow: the provider takes fields from a query, too. */
const isSubmit = (query: string): boolean =>
  Array.from(new URLSearchParams(query).keys()).some((name) => name !== 'flow');

const kinds = new WeakMap<Operation, FormKind | 'none'>();

function kindOf(operation: Operation): FormKind | 'none' {
  const known = kinds.get(operation);
  if (known) return known;
  const kind = (formPath.exec(operation.path)?.[1] ?? 'none') as FormKind | 'none';
  kinds.set(operation, kind);
  return kind;
}

/**
 * Limits the forms of flows, posted by scripts or by browsers, and the links that stand for one. The body is read here, and
 * streams on unchanged. Every other call passes at once.
 *
 * @returns a function of a call and its request; what it gives is to be told of the answer
 */
export const formLimit =
  (countForm: CountForm) =>
  (call: Call, request: GatewayRequest): Promise<Settle> | undefined => {
    const { operation, query } = call;
    const kind = kindOf(operation);
    if (kind === 'none' || (operation.method === 'GET' && !isSubmit(query))) return undefined;
    return count(countForm, kind, query, request);
  };

async function count(
  countForm: CountForm,
  kind: FormKind,
  query: string,
  request: GatewayRequest,
): Promise<Settle> {
  const { headers, ip: address } = request;
  const fields =
    request.method === 'GET'
      ? readFields(query)
      : readFields(query, await peekBody(request, mostFormBytes), headers['content-type']);
  return countForm({ kind, fields, headers, address });
}
