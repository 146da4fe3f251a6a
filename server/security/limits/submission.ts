import type { FlowKind } from '../../../shared/page.ts';
import { distinct } from './distinct.ts';
import { formContent, type FormContent } from './formContent.ts';
import type { FormFields } from './formFields.ts';
import { methodOf } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The parts of a submitted form that the limits need. */
export interface Submission extends FormContent {
  kind: FlowKind;
  /** The flow's id, normalised. */
  flows: string[];
  /** The codes of an authenticator app. */
  totpCodes: string[];
  /** Whether signing in with it proves ownership of the named account. */
  proves: 'always' | 'withoutSession' | 'never';
  /** Whether it starts a sign-in to a higher assurance level, for which Kratos may mail a code. */
  startsStepUp: boolean;
  /** Whether a resulting session proves that a mailed code was received. */
  provesMailbox: boolean;
  /** Whether the provider can read it in only one way. */
  isClear: boolean;
}

/** The hexadecimal digits of a UUID, from any notation that the provider accepts. */
const flowKey = (id: string): string =>
  id
    .toLowerCase()
    .replace(/[^\da-f]/g, '')
    .slice(-32);

/** When a sign-in with a method is one to the account that the form names: with a session, a code may be a second factor. */
const proofs = { account: 'always', mailbox: 'withoutSession' } as const;

/**
 * Reads a submitted form. If the provider could read it in several ways, all of them count, and `isClear` is false if
 * it matters which account, flow or code is meant.
 *
 * @param kind the flow's kind
 * @param fields the submitted fields
 */
export function readSubmission(kind: FlowKind, fields: FormFields): Submission {
  const methods = new Set(fields.get(nodeName.method));
  const flows = distinct((fields.get('flow') ?? []).map(flowKey));
  const totpCodes =
    kind === 'login'
      ? distinct((fields.get(nodeName.totpCode) ?? []).map((code) => code.replace(/\s/g, '')))
      : [];
  const content = formContent[kind](fields, methods);
  const isOneSignIn =
    kind !== 'login' ||
    (methods.size <= 1 && (!methods.has(nodeGroup.password) || content.accounts.length <= 1));
  const [method = ''] = methods;
  const { proves } = methodOf(method);
  return {
    kind,
    flows,
    ...content,
    totpCodes,
    proves: kind === 'login' && proves ? proofs[proves] : 'never',
    startsStepUp:
      kind === 'login' && (fields.get('aal') ?? []).some((level) => level.toLowerCase() === 'aal2'),
    provesMailbox:
      fields.has(nodeName.code) &&
      (kind === 'recovery' || (methods.size === 1 && methods.has(nodeGroup.code))),
    isClear: flows.length <= 1 && totpCodes.length <= 1 && isOneSignIn,
  };
}
