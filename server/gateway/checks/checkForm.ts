import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../operations/operation.ts';
import { parameterRequired } from '../../http/errors.ts';
import { valuesOf } from './checkParameters.ts';
import { peekForm } from './peekForm.ts';

/**
 * Checks that a form has its operation's required fields, and leaves the body for the upstream to read.
 * `checkParameters` has already refused an empty body.
 *
 * @param request a request whose content type has been checked
 * @returns undefined if no field is required
 * @throws PortalError 400 `Required parameter X was null or undefined when calling Y`, 413 for a form over 256 KiB
 */
export function checkForm(operation: Operation, request: IncomingMessage): Promise<void> | undefined {
  const fields = operation.parameters.filter((parameter) => parameter.in === 'form' && parameter.required);
  if (fields.length === 0) return undefined;
  return peekForm(request).then((body) => {
    const form = body.toString('latin1');
    const missing = fields.find(({ name }) => valuesOf(form, name).length === 0);
    if (missing) throw parameterRequired(missing.argument, operation.operation);
  });
}
