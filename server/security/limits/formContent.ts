import type { FlowKind } from '../../../shared/page.ts';
import { accountKey, codeAccountKey } from './accountKey.ts';
import { distinct } from './distinct.ts';
import { textsIn, type FormFields } from './formFields.ts';
import { formTooComplex } from '../../http/errors.ts';
import { maxFields } from '../request/formBounds.ts';
import { isRecipient, recipientKey } from './recipientKey.ts';
import { methodOf } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** A secret that a form may guess: a password; a code from an app or a backup code; a mailed code; a mailed link's token. */
export type Guess = 'password' | 'factor' | 'code' | 'link';

/** Mail that a form may cause. */
interface Mail {
  /** `mail`: always; `possibleMail`: only sometimes, which the form does not show. */
  kind: 'mail' | 'possibleMail';
  /** The recipient's key. */
  to: string;
  /** Only the flow's first form causes it: later ones submit the code. */
  once: boolean;
  /** It only goes to people with an account, and rarely: it does not count as mail to a stranger. */
  isRare: boolean;
}

/** The contents of a form that the limits count. */
export interface FormContent {
  /** The accounts that the form names, by account key. */
  accounts: string[];
  guesses: Guess[];
  mails: Mail[];
}

/** Returns the addresses in the traits. @throws PortalError 413 for more than a form may have fields */
function traitAddresses(fields: FormFields): string[] {
  const texts = [...fields]
    .filter(([name]) => name === 'traits' || name.startsWith('traits.'))
    .flatMap(([, values]) => values.flatMap(textsIn));
  if (texts.length > maxFields) throw formTooComplex();
  return texts.filter(isRecipient);
}

const valuesOf = (fields: FormFields, ...names: string[]): string[] =>
  names.flatMap((name) => fields.get(name) ?? []);

const mailsTo = (addresses: string[], kind: Mail['kind'], once = false): Mail[] =>
  distinct(addresses.map(recipientKey)).map((to) => ({ kind, to, once, isRare: false }));

/** Whether a form submits a code. Kratos still sends a mail on a flow's first submit with the method `code`. */
const isCodeSubmit = (fields: FormFields): boolean =>
  fields.has(nodeName.code) && !fields.has(nodeName.resend);

const guessesOf = (fields: FormFields, methods: Set<string>): Guess[] => [
  ...new Set([...methods].flatMap((method) => methodOf(method).guess ?? [])),
  ...(fields.has(nodeName.code) ? ['code' as const] : []),
];

/** Reads a form's content, by the kind of its flow and the methods that it names. */
export const formContent: Record<FlowKind, (fields: FormFields, methods: Set<string>) => FormContent> = {
  login: (fields, methods) => {
    const names = valuesOf(fields, nodeName.identifier, nodeName.passwordIdentifier, nodeName.address);
    const isPlain = methods.has(nodeGroup.password) || methods.has(nodeGroup.identifierFirst);
    const sends = methods.has(nodeGroup.code) || fields.has(nodeName.address);
    return {
      accounts: distinct(names.map(isPlain ? accountKey : codeAccountKey)),
      guesses: guessesOf(fields, methods),
      mails: [
        ...(sends ? mailsTo(names, 'mail', isCodeSubmit(fields)) : []),
        // Kratos sends a code at once if the account has no other way to sign in
        ...(methods.has(nodeGroup.identifierFirst)
          ? mailsTo(names, 'possibleMail').map((mail) => ({ ...mail, isRare: true }))
          : []),
      ],
    };
  },
  registration: (fields, methods) => {
    const addresses = traitAddresses(fields);
    const mails = methods.has(nodeGroup.code)
      ? mailsTo(addresses, 'mail', isCodeSubmit(fields))
      : mailsTo(addresses, 'possibleMail');
    return {
      accounts: distinct(addresses.map(recipientKey)),
      guesses: fields.has(nodeName.code) ? ['code'] : [],
      mails,
    };
  },
  recovery: (fields) => {
    const [email, chosen, typed] = [
      nodeName.email,
      nodeName.recoveryConfirmAddress,
      nodeName.recoveryAddress,
    ].map((name) => valuesOf(fields, name)) as [string[], string[], string[]];
    // with a choice of addresses, each step repeats the first step's input
    const isStep = fields.has(nodeName.recoveryConfirmAddress) || fields.has(nodeName.recoverySelectAddress);
    return {
      accounts: distinct([...email, ...chosen, ...typed].map(accountKey)),
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
    const addresses = valuesOf(fields, nodeName.email);
    const guesses: Guess[] = [
      ...(fields.has(nodeName.code) ? ['code' as const] : []),
      ...(fields.has(nodeName.token) ? ['link' as const] : []),
    ];
    return { accounts: distinct(addresses.map(accountKey)), guesses, mails: mailsTo(addresses, 'mail') };
  },
  settings: (fields) => ({
    accounts: [],
    guesses: [],
    // Kratos mails a code to a new address
    mails: mailsTo(traitAddresses(fields), 'possibleMail'),
  }),
};
