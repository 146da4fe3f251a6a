import type { FlowKind } from '../../../shared/page.ts';
import { accountKey } from './accountKey.ts';
import { distinct } from './distinct.ts';
import { textsIn, type FormFields } from './formFields.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** What a form may guess: a password; a code from an app or a backup code; a mailed code; a mailed link's token. */
export type Guess = 'password' | 'factor' | 'code' | 'link';

/** Mail that a form may cause. */
export interface Mail {
  /** `mail`: always; `possibleMail`: only sometimes, which the form does not show. */
  kind: 'mail' | 'possibleMail';
  /** The recipient's account key. */
  to: string;
  /** Only the flow's first form causes it: later ones submit the code that was sent. */
  once: boolean;
}

/** What a form of a flow holds that the limits count. */
export interface FormContent {
  /** The accounts that the form names, by account key. */
  accounts: string[];
  guesses: Guess[];
  mails: Mail[];
}

/** Whether mail or a text message could be sent to a trait's value. */
const isAddress = (value: string): boolean => value.includes('@') || /^\s*\+[\d\s().-]{6,}$/.test(value);

const traitAddresses = (fields: FormFields): string[] =>
  [...fields]
    .filter(([name]) => name === 'traits' || name.startsWith('traits.'))
    .flatMap(([, values]) => values.flatMap(textsIn).filter(isAddress));

const accountsIn = (fields: FormFields, ...names: string[]): string[] =>
  distinct(names.flatMap((name) => fields.get(name) ?? []).map(accountKey));

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

/** Reads what a form holds, by the kind of its flow and the methods that it names. */
export const formContent: Record<FlowKind, (fields: FormFields, methods: Set<string>) => FormContent> = {
  login: (fields, methods) => {
    const accounts = accountsIn(fields, nodeName.identifier, nodeName.passwordIdentifier, nodeName.address);
    const sends = methods.has(nodeGroup.code) || fields.has(nodeName.address);
    return {
      accounts,
      guesses: guessesOf(fields, methods),
      mails: [
        ...(sends ? mailsTo(accounts, 'mail', isCodeSubmit(fields)) : []),
        // Kratos sends a code at once if the account has no other way to sign in
        ...(methods.has(nodeGroup.identifierFirst) ? mailsTo(accounts, 'possibleMail') : []),
      ],
    };
  },
  registration: (fields, methods) => {
    const accounts = distinct(traitAddresses(fields).map(accountKey));
    const mails = methods.has(nodeGroup.code)
      ? mailsTo(accounts, 'mail', isCodeSubmit(fields))
      : mailsTo(accounts, 'possibleMail');
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
        ...mailsTo(typed, isStep ? 'possibleMail' : 'mail', isCodeSubmit(fields)),
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
    mails: mailsTo(distinct(traitAddresses(fields).map(accountKey)), 'possibleMail'),
  }),
};
