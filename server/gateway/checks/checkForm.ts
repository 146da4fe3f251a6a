import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../operations/operation.ts';
import { parameterRequired } from '../../http/errors.ts';
import { valuesOf } from './checkParameters.ts';
import { mostFormBytes } from './formLimit.ts';
import { peekBody } from './peekBody.ts';

/**
 * Checks that a form has its operation's required fields, and leaves the body unread for the upstream.
 * `checkParameters` has already refused an empty body.
 *
 * @param request a request whose content type has been checked
 * @returns undefined if no field is required
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
