import { scriptPolicyName } from '../../../shared/flow/scriptPolicyName.ts';

/** Makes a value that a script element accepts: a string where there are no trusted types. */
interface ScriptPolicy {
  createScript: (code: string) => string;
  createScriptURL: (url: string) => string;
}

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
}

const rules: ScriptPolicy = { createScript: (code) => code, createScriptURL: (url) => url };
let policy: ScriptPolicy | undefined;

/**
 * The trusted-types policy for the provider's scripts. Created lazily, with the first script, because the CSP of pages
 * without a flow allows no policy; and once, because it allows no second one.
 *
 * @see https://www.w3.org/TR/trusted-types/ Trusted Types, section 2.3
 */
export const scriptPolicy = (): ScriptPolicy =>
  (policy ??= (window as TrustedTypesWindow).trustedTypes?.createPolicy(scriptPolicyName, rules) ?? rules);
