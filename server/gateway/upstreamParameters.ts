import { decodeFormValue } from '../http/decodeFormValue.ts';
import type { Operation } from '../operations/operation.ts';

/** The operations whose form, and query, Kratos reads for parameters to pass on to a social provider. */
const operations = new Set(['updateLoginFlow', 'updateRegistrationFlow', 'updateSettingsFlow']);

/** Whether a call may lead to a social provider with parameters. */
export const leadsToProvider = ({ operation }: Operation): boolean => operations.has(operation);

/** Kratos' field for them: an object, or one field each, after a dot. */
const field = 'upstream_parameters';

/** Matches a `prompt` that asks for something; `none` would skip the questions (OpenID Connect Core, section 3.1.2.1). */
const askingPrompt = /^(?:login|consent|select_account)(?: (?:login|consent|select_account))*$/;

/** The parameters that only ask people for more, or narrow the choice of their accounts. */
const allowed: Record<string, (value: unknown) => boolean> = {
  hd: () => true,
  auth_type: () => true,
  prompt: (value) => typeof value === 'string' && askingPrompt.test(value),
};

const isAllowed = ([parameter, value]: [string, unknown]): boolean =>
  Object.hasOwn(allowed, parameter) && allowed[parameter]?.(value) === true;

/** Whether a field may be forwarded: one that is no such parameter, or an allowed one. */
const isForwarded = (name: string, value: unknown): boolean =>
  (name !== field && !name.startsWith(`${field}.`)) || isAllowed([name.slice(field.length + 1), value]);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Drops the parameters for a social provider that somebody else than the form's sender could profit from: `login_hint`
 * chooses whose account signs in or is linked, `acr_values` how well its owner is checked, and the prompt `none` skips
 * the provider's questions. Parameters in a text of JSON are all dropped.
 *
 * @param pairs name=value pairs, of a form or a query
 */
export const withoutHints = (pairs: string): string =>
  pairs
    .split('&')
    .filter((pair) => {
      const [name = '', ...value] = pair.split('=');
      return isForwarded(decodeFormValue(name), decodeFormValue(value.join('=')));
    })
    .join('&');

/** Returns a form in JSON without them. */
export const withoutJsonHints = (form: object): object =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (name === field && isObject(value))
        return [[name, Object.fromEntries(Object.entries(value).filter(isAllowed))]];
      return isForwarded(name, value) ? [[name, value]] : [];
    }),
  );
