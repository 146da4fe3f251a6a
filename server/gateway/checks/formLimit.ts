import { readFields } from '../../security/limits/formFields.ts';
import type { CountForm, Settle } from '../../security/limits/formLimits.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { submittedFlow } from '../../urls/paths.ts';
import type { Call, GatewayRequest } from '../forward/exchange.ts';
import { peekForm } from './peekForm.ts';

/** Whether a link submits a flow: the provider reads fields from the query as well. */
const isSubmit = (query: string): boolean =>
  Array.from(new URLSearchParams(query).keys()).some((name) => name !== 'flow');

/**
 * Applies the limits to submitted flows: forms posted by scripts or browsers, and links that submit one. The body is
 * read, then put back unchanged. Other calls are not limited.
 *
 * @returns counts a call's form, if it has one; call the returned `Settle` with the provider's answer
 */
export const formLimit =
  (countForm: CountForm) =>
  (call: Call, request: GatewayRequest): Promise<Settle> | undefined => {
    const { operation, query } = call;
    const kind = submittedFlow(operation.path);
    if (kind === undefined || (operation.method === 'GET' && !isSubmit(query))) return undefined;
    return countCall(countForm, kind, query, request);
  };

async function countCall(
  countForm: CountForm,
  kind: FlowKind,
  query: string,
  request: GatewayRequest,
): Promise<Settle> {
  const { headers, ip: address, isFromOtherSite } = request;
  const fields =
    request.method === 'GET'
      ? readFields(query)
      : readFields(query, await peekForm(request), headers['content-type']);
  return countForm({ kind, fields, headers, address, isFromOtherSite });
}
