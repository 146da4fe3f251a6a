import { scriptPolicyName } from '../../../shared/flow/scriptPolicyName.ts';

/** What a script element takes: a text where the browser knows no trusted types, else a text that the policy has marked. */
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
 * The policy that marks the provider's scripts as meant. It is made when the first of them comes, as pages without a flow
 * may make none, and only once, as no page may make a second.
 *
 * @see https://www.w3.org/TR/trusted-types/ Trusted Types, section 2.3
 */
export const scriptPolicy = (): ScriptPolicy =>
  (policy ??= (window as TrustedTypesWindow).trustedTypes?.createPolicy(scriptPolicyName, rules) ?? rules);
