import { isError, leadsToCode, unverifiedIn } from './messages.ts';
import type { UiNode, UiNodeAttributes, UiText } from '@ory/client';
import { isExact } from '../exactJson.ts';
import { fieldsOf, listOf, lookUp, objectsIn, textIn, type Fields } from '../fields.ts';
import type { Flow } from '../page.ts';
import {
  accountDisabled,
  changesSaved,
  invalidCredentials,
  sendLoginCode,
  recoverInstead,
  propertyMissing,
} from './messageId.ts';
import { pathOf } from './nodeName.ts';
import { placeMessages } from './placeMessages.ts';
import { readMessage } from './readMessage.ts';
import { isScalar, readText, string } from './readText.ts';
import { inputAttributes, isButton, isSubmit } from './inputAttributes.ts';
import { straysOf } from './straysOf.ts';
import { withForeignTitle } from './traitTitles.ts';
import { isShared, methodOf, needsAddress } from './methods.ts';
import * as nodeGroup from './nodeGroup.ts';
import * as nodeName from './nodeName.ts';

const readMessages = (value: unknown): UiText[] => objectsIn(value).map(readMessage);

/** Whether a message says that a code is missing, which was mailed to another tab of the flow: this one has sent its first form. */
const isUnasked = ({ id, context }: UiText): boolean =>
  id === propertyMissing && fieldsOf(context).property === nodeName.code;

/** The boolean attributes. */
const flags = new Set(['disabled', 'required', 'async']);

/** Picks the attributes that are strings, numbers and booleans; drops those of a wrong type. A loop: every node has many. */
function plainAttributes(attributes: Fields): Fields {
  const plain: Fields = {};
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (flags.has(name) ? typeof value === 'boolean' : isScalar(value)) plain[name] = value;
  }
  return plain;
}

/** Input types that do not work in a flow's form and are replaced by a text field. */
const unusable = new Set(['', 'file', 'image', 'radio', 'reset']);

/** For each node type, the attributes beyond strings, numbers and booleans, and the required ones. */
const typedAttributes: Record<string, (attributes: Fields) => Fields> = {
  input: ({ name, type, value, options, onclick, onclickTrigger }) => {
    const choices = objectsIn(options).filter((option) => isScalar(option.value));
    return {
      name: string(name),
      // the trigger's name, with the button's value once more
      onclick: onclickTrigger ? undefined : onclick,
      type: unusable.has(string(type)) ? 'text' : string(type),
      value: value ?? undefined,
      options: choices.length > 0 ? choices : undefined,
    };
  },
  text: ({ text }) => ({ text: readText(text) }),
  a: ({ title }) => ({ title: readText(title) }),
  div: ({ data }) => ({ data: plainAttributes(fieldsOf(data)) }),
};

function readNode(node: Fields): UiNode {
  const attributes = fieldsOf(node.attributes);
  const type = string(attributes.node_type) || string(node.type);
  const label = fieldsOf(node.meta).label ?? attributes.label;
  const messages = readMessages(node.messages).filter((text) => !isUnasked(text));
  return {
    type,
    // groups become names of forms, anchors and keys
    group: string(node.group).replace(/[^\w-]+/g, '_') || nodeGroup.common,
    // a missing tick is reported once: newer versions also report the required value
    messages: string(attributes.type) === 'checkbox' ? messages.slice(0, 1) : messages,
    meta: label ? { label: withForeignTitle(readText(label), string(attributes.name)) } : {},
    attributes: {
      ...plainAttributes(attributes),
      ...lookUp(typedAttributes, type)?.(attributes),
      node_type: type,
    },
  } as UiNode;
}

/** Returns the nodes of one step of a sign-in that asks for the address first: Kratos leaves others that do nothing. */
const oneStep = (nodes: UiNode[]): UiNode[] =>
  nodes.some((node) => node.group === nodeGroup.identifierFirst && isSubmit(node))
    ? nodes.filter(({ group }) => !methodOf(group).proves)
    : nodes;

/**
 * Returns nodes whose address is required only if a button uses it: with only a passkey, it exists for the browser's
 * suggestions.
 */
function withOptionalAddress(nodes: UiNode[]): UiNode[] {
  const isNeeded = nodes.some((node) => isButton(node) && needsAddress(node.group));
  return isNeeded
    ? nodes
    : nodes.map((node) =>
        inputAttributes(node)?.name === nodeName.identifier
          ? { ...node, attributes: { ...node.attributes, required: false } }
          : node,
      );
}

/**
 * Turns the button of a first step, which asks for the address, into one that mails the code: the provider accepts that
 * there, but offers the code only in the second step, among all methods and without the message.
 */
const asCodeButton = (node: UiNode): UiNode =>
  node.group === nodeGroup.identifierFirst && isSubmit(node)
    ? {
        ...node,
        group: nodeGroup.code,
        attributes: { ...node.attributes, value: nodeGroup.code } as UiNodeAttributes,
        meta: { label: { id: sendLoginCode, text: 'Send sign in code', type: 'info' } },
      }
    : node;

/** What leads on where sign-ins by mailed code are turned off. */
const recovers: UiText = {
  id: recoverInstead,
  type: 'error',
  text: 'This way to sign in is not confirmed. Recover your account, then set a new password.',
};

/** Returns nodes whose address is certain, and not asked for: a code for any other would not lead on. */
const withCertainAddress = (nodes: UiNode[], address: string): UiNode[] =>
  nodes.map((node) =>
    inputAttributes(node)?.name === nodeName.identifier
      ? {
          ...node,
          attributes: { ...node.attributes, type: 'hidden', value: address } as UiNodeAttributes,
        }
      : node,
  );

/**
 * Returns a sign-in reduced to the mailed code if its messages say that it goes on to one: not an error, but the next step.
 * The provider sends the whole form again, none of whose other methods would do.
 */
function onlyCode(messages: UiText[], nodes: UiNode[]): { messages: UiText[]; nodes: UiNode[] } {
  if (!messages.some(leadsToCode)) return { messages, nodes };
  const offered = nodes.map(asCodeButton);
  if (!offered.some(({ group }) => group === nodeGroup.code))
    return { messages: messages.map((text) => (leadsToCode(text) ? recovers : text)), nodes };
  const code = offered.filter(({ group }) => isShared(group) || group === nodeGroup.code);
  const address = textIn(unverifiedIn({ ui: { messages } }).unverified);
  return {
    messages: messages.map((text) => (leadsToCode(text) ? { ...text, type: 'info' } : text)),
    nodes: address === undefined ? code : withCertainAddress(code, address),
  };
}

/** Returns the messages about a flow's last form: a refused change keeps the message that an earlier one was saved. */
const ofLastForm = (messages: UiText[], nodes: UiNode[]): UiText[] =>
  [...messages, ...nodes.flatMap((node) => node.messages)].some(isError)
    ? messages.filter(({ id }) => id !== changesSaved)
    : messages;

/** Returns a trait's value by its field's name, such as `traits.name.first`. */
const traitOf = (traits: unknown, name: string): unknown =>
  pathOf(name)
    .slice(1)
    .reduce<unknown>((tree, part) => fieldsOf(tree)[part] ?? listOf(tree)[Number(part)], traits);

/** Whether a field has another value than the account: the form with it has been sent, and refused. */
const isChanged = (node: UiNode, traits: unknown): boolean => {
  const input = inputAttributes(node);
  return input?.name.startsWith('traits.') === true && input.value !== traitOf(traits, input.name);
};

/**
 * Shows the numbers of an account with all of their digits: Kratos gives a field as many as a float64 has.
 *
 * @param traits the account's, see `parseExactly`
 */
function withAllDigits(nodes: UiNode[], traits: unknown): UiNode[] {
  return nodes.map((node) => {
    const input = inputAttributes(node);
    if (typeof input?.value !== 'number' || !input.name.startsWith('traits.')) return node;
    const exact = traitOf(traits, input.name);
    return isExact(exact) && Number(exact.rawJSON) === input.value
      ? { ...node, attributes: { ...node.attributes, value: exact.rawJSON } as UiNodeAttributes }
      : node;
  });
}

/** Returns the string fields of a flow; those of another type are left out. */
const texts = new Set(['request_url', 'return_to', 'oauth2_login_challenge', 'issued_at', 'active']);

/**
 * Coerces a flow to the types of its contract: lists are lists, strings are strings, and values that are null or of
 * another type are left out. Enum values are kept, known or not.
 *
 * @param body a body with a flow's id and its form's action
 */
export function readFlow(body: Fields): Flow {
  const ui = fieldsOf(body.ui);
  const others = Object.entries(body).filter(([name, value]) => !texts.has(name) || isScalar(value));
  const { traits } = fieldsOf(body.identity);
  const read = withAllDigits(objectsIn(ui.nodes).map(readNode), traits);
  const sent = withOptionalAddress(oneStep(read));
  const all = readMessages(ui.messages);
  // the password of a disabled account is not judged
  const isDisabled = all.some(({ id }) => id === accountDisabled);
  const said = isDisabled ? all.filter(({ id }) => id !== invalidCredentials) : all;
  const { messages, nodes } = onlyCode(ofLastForm(said, sent), sent);
  // settings have several forms: an error concerns a field of the profile if that form was sent
  const candidates = body.identity === undefined ? nodes : nodes.filter((node) => isChanged(node, traits));
  const flow = {
    ...Object.fromEntries(others),
    ui: {
      ...ui,
      // any other value would make the browser send the form as a GET, with the password in the URL
      method: /^get$/i.test(string(ui.method)) ? 'GET' : 'POST',
      ...placeMessages(messages, nodes, {
        candidates,
        isConfirmation: body.refresh === true,
        strays: straysOf(nodes, string(ui.action)),
      }),
    },
  };
  return flow as unknown as Flow;
}
