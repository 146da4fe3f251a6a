import { accountKey } from './accountKey.ts';
import { textsIn, type FormFields } from './fields.ts';

/** The flows whose forms are limited, by their names in paths. */
export type FormKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings';

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
const proofs: Record<string, Submission['proves']> = { password: 'always', code: 'withoutSession' };

interface Read {
  accounts: string[];
  guesses: Guess[];
  mails: Mail[];
}

const mailsTo = (accounts: string[], kind: Mail['kind'], once = false): Mail[] =>
  accounts.map((to) => ({ kind, to, once }));

/** Whether a form submits a code. Kratos still sends a mail on a flow's first submit with the method `code`. */
const isCodeSubmit = (fields: FormFields): boolean => fields.has('code') && !fields.has('resend');

const guessesOf = (fields: FormFields, methods: Set<string>): Guess[] => [
  ...(methods.has('password') ? ['password' as const] : []),
  ...(methods.has('totp') || methods.has('lookup_secret') ? ['factor' as const] : []),
  ...(fields.has('code') ? ['code' as const] : []),
];

const readers: Record<FormKind, (fields: FormFields, methods: Set<string>) => Read> = {
  login: (fields, methods) => {
    const accounts = accountsIn(fields, 'identifier', 'password_identifier', 'address');
    const sends = methods.has('code') || fields.has('address');
    return {
      accounts,
      guesses: guessesOf(fields, methods),
      mails: [
        ...(sends ? mailsTo(accounts, 'mail', isCodeSubmit(fields)) : []),
        // Kratos sends a code at once if the account has no other way to sign in
        ...(methods.has('identifier_first') ? mailsTo(accounts, 'maybe') : []),
      ],
    };
  },
  registration: (fields, methods) => {
    const accounts = distinct(traitAddresses(fields).map(accountKey));
    const mails = methods.has('code')
      ? mailsTo(accounts, 'mail', isCodeSubmit(fields))
      : mailsTo(accounts, 'maybe');
    return { accounts, guesses: fields.has('code') ? ['code'] : [], mails };
  },
  recovery: (fields) => {
    const [email, chosen, typed] = ['email', 'recovery_confirm_address', 'recovery_address'].map((name) =>
      accountsIn(fields, name),
    ) as [string[], string[], string[]];
    // with a choice of addresses, each step repeats the first step's input
    const isStep = fields.has('recovery_confirm_address') || fields.has('recovery_select_address');
    return {
      accounts: distinct([...email, ...chosen, ...typed]),
      guesses: [
        ...(fields.has('code') ? ['code' as const] : []),
        ...(fields.has('token') ? ['link' as const] : []),
      ],
      mails: [
        ...mailsTo(email, 'mail'),
        ...mailsTo(chosen, 'mail', isCodeSubmit(fields)),
        ...mailsTo(typed, isStep ? 'maybe' : 'mail', isCodeSubmit(fields)),
      ],
    };
  },
  verification: (fields) => {
    const accounts = accountsIn(fields, 'email');
    const guesses: Guess[] = [
      ...(fields.has('code') ? ['code' as const] : []),
      ...(fields.has('token') ? ['link' as const] : []),
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
export function readSubmission(kind: FormKind, fields: FormFields): Submission {
  const methods = new Set(fields.get('method'));
  const flows = distinct((fields.get('flow') ?? []).map(flowKey));
  const totpCodes =
    kind === 'login' ? distinct(of(fields, 'totp_code').map((code) => code.replace(/\s/g, ''))) : [];
  const read = readers[kind](fields, methods);
  const isOneSignIn =
    kind !== 'login' || (methods.size <= 1 && (!methods.has('password') || read.accounts.length <= 1));
  const [method = ''] = methods;
  return {
    flows,
    ...read,
    totpCodes,
    proves: (kind === 'login' ? proofs[method] : undefined) ?? 'never',
    isClear: flows.length <= 1 && totpCodes.length <= 1 && isOneSignIn,
  };
}
