import type { FlowKind } from '../../shared/page.ts';
import type { Operation } from '../operations/catalogue.ts';
import { parseQuery } from '../http/requestHead.ts';
import { isObject } from '../../shared/fields.ts';

const kinds: readonly (FlowKind | undefined)[] = ['login', 'registration', 'settings'];

/** Whether Kratos reads a call's form, and query, for parameters to pass on to a social provider. */
export const leadsToProvider = ({ submits }: Operation): boolean => kinds.includes(submits);

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

/**
 * Whether a field may be forwarded: one that is no parameter for a social provider, or an allowed one. Somebody else than the
 * form's sender could profit from the others: `login_hint` chooses whose account signs in or is linked, `acr_values` how well
 * its owner is checked, and the prompt `none` skips the provider's questions. Parameters in a text of JSON are all dropped.
 */
export const isForwarded = ([name, value]: [string, unknown]): boolean =>
  (name !== field && !name.startsWith(`${field}.`)) || isAllowed([name.slice(field.length + 1), value]);

/** Returns a query without them. */
export const withoutHints = (query: string): string =>
  query
    .split('&')
    .filter((pair) => Array.from(parseQuery(pair)).every(isForwarded))
    .join('&');

/** Returns a form in JSON without them. */
export const withoutJsonHints = (form: object): object =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (name === field && isObject(value))
        return [[name, Object.fromEntries(Object.entries(value).filter(isAllowed))]];
      return isForwarded([name, value]) ? [[name, value]] : [];
    }),
  );
