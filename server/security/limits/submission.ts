import type { FlowKind } from '../../../shared/page.ts';
import { accountKey } from './accountKey.ts';
import { textsIn, type FormFields } from './fields.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** What a form may guess: a password; a code from an app or a backup code; a mailed code; a mailed link's token. */
export type Guess = 'password' | 'factor' | 'code' | 'link';

/** Mail that a form may cause. */
export interface Mail {
  /** `mail`: always; `maybe`: only sometimes, which the form does not show. */
  kind: 'mail' | 'maybe';
  /** The recipient's account key. */
  to: string;
  /** Only the flow's first form causes it: later ones submit the code that was sent. */
  once: boolean;
}

/** What a form asks for, as far as the limits need to know. */
export interface Submission {
  /** The flow's id, normalised. */
  flows: string[];
  /** The accounts that the form names, by account key. */
  accounts: string[];
  guesses: Guess[];
  mails: Mail[];
  /** The codes of an authenticator app. */
  totpCodes: string[];
  /** Whether signing in with it proves that the named account is one's own. */
  proves: 'always' | 'withoutSession' | 'never';
  /** Whether the provider can read it in only one way. */
  isClear: boolean;
}

/** The hexadecimal digits of a UUID, from any notation that the provider accepts. */
const flowKey = (id: string): string =>
  id
    .toLowerCase()
    .replace(/[^\da-f]/g, '')
    .slice(-32);

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Whether mail or a text message could be sent to a trait's value. */
const isAddress = (value: string): boolean => value.includes('@') || /^\s*\+[\d\s().-]{6,}$/.test(value);

const traitAddresses = (fields: FormFields): string[] =>
  [...fields]
    .filter(([name]) => name === 'traits' || name.startsWith('traits.'))
    .flatMap(([, values]) => values.flatMap(textsIn).filter(isAddress));

const of = (fields: FormFields, ...names: string[]): string[] =>
  distinct(names.flatMap((name) => fields.get(name) ?? []));

const accountsIn = (fields: FormFields, ...names: string[]): string[] =>
  distinct(of(fields, ...names).map(accountKey));

/** Methods that sign in to the account that the form names; with a session, a code may be a second factor. */
const proofs: Record<string, Submission['proves']> = {
  [nodeGroup.password]: 'always',
  [nodeGroup.code]: 'withoutSession',
};

interface Read {
  accounts: string[];
  guesses: Guess[];
  mails: Mail[];
}

const mailsTo = (accounts: string[], kind: Mail['kind'], once = false): Mail[] =>
  accounts.map((to) => ({ kind, to, once }));

/** Whether a form submits a code. Kratos still sends a mail on a flow's first submit with the method `code`. */
const isCodeSubmit = (fields: FormFields): boolean =>
  fields.has(nodeName.code) && !fields.has(nodeName.resend);

const guessesOf = (fields: FormFields, methods: Set<string>): Guess[] => [
  ...(methods.has(nodeGroup.password) ? ['password' as const] : []),
  ...(methods.has(nodeGroup.totp) || methods.has(nodeGroup.lookupSecret) ? ['factor' as const] : []),
  ...(fields.has(nodeName.code) ? ['code' as const] : []),
];

const readers: Record<FlowKind, (fields: FormFields, methods: Set<string>) => Read> = {
  login: (fields, methods) => {
    const accounts = accountsIn(fields, nodeName.identifier, nodeName.passwordIdentifier, nodeName.address);
    const sends = methods.has(nodeGroup.code) || fields.has(nodeName.address);
    return {
      accounts,
      guesses: guessesOf(fields, methods),
      mails: [
        ...(sends ? mailsTo(accounts, 'mail', isCodeSubmit(fields)) : []),
        // Kratos sends a code at once if the account has no other way to sign in
        ...(methods.has(nodeGroup.identifierFirst) ? mailsTo(accounts, 'maybe') : []),
      ],
    };
  },
  registration: (fields, methods) => {
    const accounts = distinct(traitAddresses(fields).map(accountKey));
    const mails = methods.has(nodeGroup.code)
      ? mailsTo(accounts, 'mail', isCodeSubmit(fields))
      : mailsTo(accounts, 'maybe');
    return { accounts, guesses: fields.has(nodeName.code) ? ['code'] : [], mails };
  },
  recovery: (fields) => {
    const [email, chosen, typed] = [
      nodeName.email,
      nodeName.recoveryConfirmAddress,
      nodeName.recoveryAddress,
    ].map((name) => accountsIn(fields, name)) as [string[], string[], string[]];
    // with a choice of addresses, each step repeats the first step's input
    const isStep = fields.has(nodeName.recoveryConfirmAddress) || fields.has(nodeName.recoverySelectAddress);
    return {
      accounts: distinct([...email, ...chosen, ...typed]),
      guesses: [
        ...(fields.has(nodeName.code) ? ['code' as const] : []),
        ...(fields.has(nodeName.token) ? ['link' as const] : []),
      ],
      mails: [
        ...mailsTo(email, 'mail'),
        ...mailsTo(chosen, 'mail', isCodeSubmit(fields)),
        ...mailsTo(typed, isStep ? 'maybe' : 'mail', isCodeSubmit(fields)),
      ],
    };
  },
  verification: (fields) => {
    const accounts = accountsIn(fields, nodeName.email);
    const guesses: Guess[] = [
      ...(fields.has(nodeName.code) ? ['code' as const] : []),
      ...(fields.has(nodeName.token) ? ['link' as const] : []),
    ];
    return { accounts, guesses, mails: mailsTo(accounts, 'mail') };
  },
  settings: (fields) => ({
    accounts: [],
    guesses: [],
    // Kratos mails a code to a new address
    mails: mailsTo(distinct(traitAddresses(fields).map(accountKey)), 'maybe'),
  }),
};

/**
 * Reads what a form asks for. If the provider could read it in several ways, all of them count, and `isClear` is false
 * if it matters which account, flow or code is meant.
 *
 * @param kind the flow's kind
 * @param fields the submitted fields
 */
export function readSubmission(kind: FlowKind, fields: FormFields): Submission {
  const methods = new Set(fields.get(nodeName.method));
  const flows = distinct((fields.get('flow') ?? []).map(flowKey));
  const totpCodes =
    kind === 'login' ? distinct(of(fields, nodeName.totpCode).map((code) => code.replace(/\s/g, ''))) : [];
  const read = readers[kind](fields, methods);
  const isOneSignIn =
    kind !== 'login' ||
    (methods.size <= 1 && (!methods.has(nodeGroup.password) || read.accounts.length <= 1));
  const [method = ''] = methods;
  return {
    flows,
    ...read,
    totpCodes,
    proves: (kind === 'login' ? proofs[method] : undefined) ?? 'never',
    isClear: flows.length <= 1 && totpCodes.length <= 1 && isOneSignIn,
  };
}
