import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../operations/operation.ts';
import { parameterRequired } from '../../http/errors.ts';
import { valuesOf } from './checkParameters.ts';
import { mostFormBytes } from './formLimit.ts';
import { peekBody } from './peekBody.ts';

/**
 * Checks that a form has the fields that its call requires, and leaves the body as it came. An empty body is refused by
 * `checkParameters` already.
 *
 * @param request a call whose body's type has been checked
 * @returns undefined at once where the call requires no field
 * @throws PortalError 400 `Required parameter X was null or undefined when calling Y`, 413 for a form over 256 KiB
 */
export function checkForm(operation: Operation, request: IncomingMessage): Promise<void> | undefined {
  const fields = operation.parameters.filter((one) => one.in === 'form' && one.required);
  if (fields.length === 0) return undefined;
  return peekBody(request, mostFormBytes).then((body) => {
    const form = body.toString('latin1');
    const lacking = fields.find(({ name }) => valuesOf(form, name).length === 0);
    if (lacking) throw parameterRequired(lacking.argument, operation.operation);
  });
}
