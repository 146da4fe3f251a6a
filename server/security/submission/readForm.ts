import { formTooComplex } from '../../http/errors.ts';
import { methodOf } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { maxFields } from '../request/formBounds.ts';
import { accountKey, codeAccountKey, isRecipient, recipientKey } from './identifiers.ts';
import { textsIn, type FormFields } from './submission.ts';

/** Mail that a form may cause. */
export interface Mail {
  /** Whether it is always sent, or only sometimes, which the form does not show. */
  kind: 'mail' | 'possible mail';
  /** The recipient's key. */
  to: string;
  /** Only the flow's first form causes it: later ones submit the code. */
  once: boolean;
  /** It only goes to people with an account, and rarely: it does not count as mail to a stranger. */
  isRare: boolean;
}

/** Returns the values without repetitions, in order. */
export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** The hexadecimal digits of a UUID, from any notation that the provider accepts. */
export const flowKey = (id: string): string =>
  id
    .toLowerCase()
    .replace(/[^\da-f]/g, '')
    .slice(-32);

const valuesOf = (fields: FormFields, ...names: string[]): string[] =>
  names.flatMap((name) => fields.get(name) ?? []);

/** Returns the addresses in the traits. @throws PortalError 413 for more than a form may have fields */
function traitAddresses(fields: FormFields): string[] {
  const texts = [...fields]
    .filter(([name]) => name === 'traits' || name.startsWith('traits.'))
    .flatMap(([, values]) => values.flatMap(textsIn));
  if (texts.length > maxFields) throw formTooComplex();
  return texts.filter(isRecipient);
}

const mailsTo = (addresses: string[], kind: Mail['kind'], { once = false, isRare = false } = {}): Mail[] =>
  distinct(addresses.map(recipientKey)).map((to) => ({ kind, to, once, isRare }));

/** Reads the accounts that a form names, and the mails that it may cause. */
const namedIn: Record<
  FlowKind,
  (fields: FormFields, methods: string[], once: boolean) => { accounts: string[]; mails: Mail[] }
> = {
  login: (fields, methods, once) => {
    const names = valuesOf(fields, nodeName.identifier, nodeName.passwordIdentifier, nodeName.address);
    const isFirstStep = methods.includes(nodeGroup.identifierFirst);
    const isPlain = isFirstStep || methods.includes(nodeGroup.password);
    const sends = methods.includes(nodeGroup.code) || fields.has(nodeName.address);
    return {
      accounts: names.map(isPlain ? accountKey : codeAccountKey),
      mails: [
        ...(sends ? mailsTo(names, 'mail', { once }) : []),
        // Kratos sends a code at once if the account has no other way to sign in
        ...(isFirstStep ? mailsTo(names, 'possible mail', { isRare: true }) : []),
      ],
    };
  },
  registration: (fields, methods, once) => {
    const addresses = traitAddresses(fields);
    const mails = methods.includes(nodeGroup.code)
      ? mailsTo(addresses, 'mail', { once })
      : mailsTo(addresses, 'possible mail');
    return { accounts: addresses.map(recipientKey), mails };
  },
  recovery: (fields, _methods, once) => {
    const email = valuesOf(fields, nodeName.email);
    const chosen = valuesOf(fields, nodeName.recoveryConfirmAddress);
    const typed = valuesOf(fields, nodeName.recoveryAddress);
    // with a choice of addresses, each step repeats the first step's input
    const isStep = fields.has(nodeName.recoveryConfirmAddress) || fields.has(nodeName.recoverySelectAddress);
    return {
      accounts: [...email, ...chosen, ...typed].map(accountKey),
      mails: [
        ...mailsTo(email, 'mail'),
        ...mailsTo(chosen, 'mail', { once }),
        ...mailsTo(typed, isStep ? 'possible mail' : 'mail', { once }),
      ],
    };
  },
  verification: (fields) => {
    const addresses = valuesOf(fields, nodeName.email);
    return { accounts: addresses.map(accountKey), mails: mailsTo(addresses, 'mail') };
  },
  // Kratos mails a code to a new address
  settings: (fields) => ({ accounts: [], mails: mailsTo(traitAddresses(fields), 'possible mail') }),
};

const proofs = { account: 'always', mailbox: 'without session' } as const;

/**
 * Reads a submitted form. If the provider could read it in several ways, all of them count, and `isClear` is false if
 * it matters which account, flow or code is meant.
 */
export function readForm(kind: FlowKind, fields: FormFields) {
  const isLogin = kind === 'login';
  const methods = distinct(valuesOf(fields, nodeName.method));
  const [method = ''] = methods;
  const flows = distinct(valuesOf(fields, 'flow').map(flowKey));
  // Go counts U+0085 as a blank
  const typedCodes = valuesOf(fields, nodeName.totpCode).map((code) => code.replace(/[\s\u0085]/g, ''));
  const totpCodes = isLogin ? distinct(typedCodes) : [];
  const hasCode = fields.has(nodeName.code);
  // Kratos still sends a mail on a flow's first submit with the method `code`
  const named = namedIn[kind](fields, methods, hasCode && !fields.has(nodeName.resend));
  const accounts = distinct(named.accounts);
  const isOneSignIn = methods.length <= 1 && (method !== nodeGroup.password || accounts.length <= 1);
  const { proves } = methodOf(method);
  return {
    kind,
    /** The flow's id, normalised. */
    flows,
    /** The accounts that the form names, by account key. */
    accounts,
    mails: named.mails,
    /** The secrets that it may guess: a password, an app's or backup code, a mailed code, a mailed link's token. */
    guesses: distinct([
      ...(isLogin ? methods.flatMap((one) => methodOf(one).guess ?? []) : []),
      ...(hasCode && kind !== 'settings' ? ['code' as const] : []),
      ...(fields.has(nodeName.token) && kind !== 'settings' ? ['link' as const] : []),
    ]),
    /** The codes of an authenticator app. */
    totpCodes,
    /** Whether signing in with it proves ownership of the named account: with a session, a code may be a second factor. */
    proves: isLogin && proves ? proofs[proves] : 'never',
    /** Whether it starts a sign-in to a higher assurance level, for which Kratos may mail a code. */
    startsStepUp: isLogin && valuesOf(fields, 'aal').some((level) => level.toLowerCase() === 'aal2'),
    /** Whether a resulting session proves that a mailed code was received. */
    provesMailbox: hasCode && (kind === 'recovery' || (methods.length === 1 && method === nodeGroup.code)),
    /** Whether the provider can read it in only one way. */
    isClear: flows.length <= 1 && totpCodes.length <= 1 && (!isLogin || isOneSignIn),
  };
}

/** The contents of a form that the limits count. */
export type SubmittedForm = ReturnType<typeof readForm>;
