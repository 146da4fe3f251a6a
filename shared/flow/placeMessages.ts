import type { UiNode, UiText } from '@ory/client';
import { inputAttributes, isEmail, isField, isHidden } from './inputAttributes.ts';
import {
  accountExists,
  accountExistsForLink,
  accountLinkNeeded,
  addressUnknown,
  codeUsedTwice,
  confirmationWrong,
  identifierMissing,
  invalidCredentials,
  keyAccountUnknown,
  loginCodeWrong,
  lookupSecretSpent,
  lookupSecretWrong,
  methodsUnknown,
  propertyMissing,
  recoveryCodeWrong,
  registrationCodeWrong,
  totpWrong,
  verificationCodeWrong,
} from './messageId.ts';
import { saysExists } from './messages.ts';
import * as nodeName from './nodeName.ts';

const address: string[] = [nodeName.emailTrait, nodeName.identifier];

/**
 * The fields that an error about a whole flow concerns, by its id: it is shown at the first one present in the flow.
 */
const concerned: Partial<Record<number, string[]>> = {
  [invalidCredentials]: [nodeName.password],
  [totpWrong]: [nodeName.totpCode],
  [lookupSecretSpent]: [nodeName.lookupSecret],
  [lookupSecretWrong]: [nodeName.lookupSecret],
  [loginCodeWrong]: [nodeName.code],
  [codeUsedTwice]: [nodeName.code],
  [registrationCodeWrong]: [nodeName.code],
  [recoveryCodeWrong]: [nodeName.code],
  [verificationCodeWrong]: [nodeName.code],
  [confirmationWrong]: [nodeName.recoveryConfirmAddress],
  [identifierMissing]: address,
  [addressUnknown]: address,
  [methodsUnknown]: address,
  [keyAccountUnknown]: address,
  [accountExists]: address,
  [accountExistsForLink]: address,
  [accountLinkNeeded]: address,
};

/** Finds the first of these fields that a form has. */
function fieldOf(names: string[], nodes: UiNode[]): UiNode | undefined {
  const fields = nodes.filter(isField);
  const named = names.map((name) => fields.find((node) => inputAttributes(node)?.name === name));
  return named.find(Boolean) ?? (names === address ? fields.find(isEmail) : undefined);
}

/** Returns the fields that a message may concern: by its id, or by the missing property that it names. */
function namesIn({ id, type, context }: UiText): string[] {
  if (type !== 'error') return [];
  const { property } = (context ?? {}) as { property?: unknown };
  return id === propertyMissing ? [String(property), `traits.${String(property)}`] : (concerned[id] ?? []);
}

/** Returns the fields that a web hook may mean by a name. */
const namesFor = (name: string): string[] =>
  address.includes(name) || name === nodeName.email ? address : [name, `traits.${name}`];

const isHiddenEmail = (node: UiNode): boolean =>
  isHidden(node) &&
  address.includes(inputAttributes(node)?.name ?? '') &&
  String(inputAttributes(node)?.value).includes('@');

/**
 * Returns the subject of a message: only the password if the account is certain, the linked account if no field was sent,
 * otherwise the address or another name.
 */
function subject(nodes: UiNode[], isConfirmation: boolean): 'password' | 'link' | 'email' | 'other' {
  if (isConfirmation) return 'password';
  if (nodes.length === 0) return 'link';
  return nodes.some((node) => isHiddenEmail(node) || (isField(node) && isEmail(node))) ? 'email' : 'other';
}

/**
 * Moves errors that the provider reports about a flow as a whole to the field that they concern, so that each appears
 * once, where it can be corrected. Errors that concern no visible field stay with the flow. So do those of fields
 * that nobody can fill in, which are removed; see `straysOf`.
 *
 * @param options.candidates the nodes that an error may concern
 * @param options.isConfirmation whether a signed-in user confirms their identity
 * @param options.strays the nodes to remove
 */
export function placeMessages(
  messages: UiText[],
  allNodes: UiNode[],
  {
    candidates = allNodes,
    isConfirmation = false,
    strays = new Set<UiNode>(),
  }: { candidates?: UiNode[]; isConfirmation?: boolean; strays?: Set<UiNode> } = {},
): { messages: UiText[]; nodes: UiNode[] } {
  const nodes = allNodes.filter((node) => !strays.has(node));
  const fields = candidates.filter((node) => !strays.has(node));
  const placed = [
    ...messages.map((message) => ({ message, node: fieldOf(namesIn(message), fields) })),
    ...[...strays].flatMap((stray) => {
      const node = fieldOf(namesFor(inputAttributes(stray)?.name ?? ''), fields);
      return stray.messages.map((message) => ({ message, node }));
    }),
  ];
  const withSubject = (message: UiText): UiText => ({
    ...message,
    context: { ...message.context, subject: subject(fields, isConfirmation) },
  });
  return {
    messages: placed.flatMap(({ message, node }) => {
      if (node) return [];
      return saysExists(message) ? [withSubject(message)] : [message];
    }),
    nodes: nodes.map((node) => {
      const own = placed.filter((one) => one.node === node).map(({ message }) => withSubject(message));
      return own.length > 0 ? { ...node, messages: [...node.messages, ...own] } : node;
    }),
  };
}
