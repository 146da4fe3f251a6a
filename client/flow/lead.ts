import type { UiNode } from '@ory/client';
import { inputAttributes, isButton, isField } from '../../shared/flow/inputAttributes.ts';
import { needsNewCode, saysExists, saysError } from '../../shared/flow/messages.ts';
import { isButtonOf, isResend } from '../../shared/flow/buttons.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { Flow } from '../../shared/page.ts';
import { validatedFields } from './form/skipsValidation.ts';
import { valueOf } from '../../shared/flow/shownValue.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import { isAddress } from './model/address.ts';
import { primarySubmit } from './model/buttons.ts';
import { isSecondFactor, nodesOf, type Form } from './model/forms.ts';

/** The emphasised elements of a flow's page. */
export interface Lead {
  /** The page's primary button: a new code's, that of the method used last, otherwise the first form's main one. */
  primary?: UiNode;
  /** The button of the method used last. */
  last?: UiNode;
  /** The field or button that has the focus when the page opens. */
  start?: UiNode;
}

/** The remembered facts about the visitor. */
interface VisitorHistory {
  /** The methods used last on this device, the latest first; a social one with its provider, such as `oidc.google`. */
  lastMethods?: string[];
  /** The address of the user who re-authenticates. */
  address?: string;
  /** Whether the visitor has come back to correct the address of the last method. */
  corrects?: boolean;
}

/** Whether a node is one of the account's recovery addresses; none of them is preferred. */
export const isAddressChoice = (node: UiNode): boolean =>
  inputAttributes(node)?.name === nodeName.recoverySelectAddress;

const buttonsOf = (form: Form): UiNode[] => nodesOf(form).filter(isButton);

/** Finds the button of the method used last, among those that a flow offers; none if it offers only one. */
function lastButton(flow: Flow, forms: Form[], lastMethods: string[]): UiNode | undefined {
  const buttons = forms.flatMap(buttonsOf);
  if (flow.state === sentEmail || buttons.length === 1) return undefined;
  return lastMethods.map((method) => buttons.find(isButtonOf(method))).find(Boolean);
}

/** The button that leads a form: the one that Enter presses, else the first that is not a social one. */
const leadingButton = (form: Form): UiNode | undefined =>
  primarySubmit(form) ?? buttonsOf(form).find(({ group }) => !isSocial(group));

/** Returns the main button of the first form that has one, otherwise the page's only button. */
function firstMain(forms: Form[]): UiNode | undefined {
  const [only, another] = forms.flatMap(buttonsOf);
  const button = forms.map(leadingButton).find(Boolean) ?? (another ? undefined : only);
  return button && !isAddressChoice(button) ? button : undefined;
}

const isWrong = (node: UiNode): boolean =>
  isField(node) && node.messages.some((text) => text.type === 'error' && !saysExists(text));

const isEmpty =
  (address: string | undefined) =>
  (node: UiNode): boolean => {
    const input = inputAttributes(node);
    if (!input || input.disabled) return false;
    return valueOf(input) === '' && !(input.name === nodeName.identifier && address !== undefined);
  };

const isRequired = (node: UiNode): boolean => inputAttributes(node)?.required === true;

/** Returns the first empty field that a button needs, otherwise the button. */
function startOf(button: UiNode, forms: Form[], address?: string): UiNode {
  const form = forms.find((one) => nodesOf(one).includes(button));
  return (form && validatedFields(form, button).find(isEmpty(address))) ?? button;
}

/**
 * Decides what stands out on a page, whose order never changes: what leads to a new code if nothing else helps, otherwise the
 * method used last, otherwise the first form's main button. The focus is where that method begins; if none was used, in the
 * first empty field, preferably a required one. After an error it is in the wrong field; if the error belongs to no field,
 * scripts set it.
 */
export function leadOf(flow: Flow, forms: Form[], history: VisitorHistory = {}): Lead {
  const { lastMethods = [], address, corrects = false } = history;
  const last = lastButton(flow, forms, lastMethods);
  const resend = needsNewCode(flow) ? flow.ui.nodes.find(isResend) : undefined;
  const primary = resend ?? last ?? firstMain(forms);
  const wrong = saysError(flow) ? forms.flatMap(nodesOf).find(isWrong) : undefined;
  if (corrects) return { primary, start: wrong ?? forms.flatMap(nodesOf).find(isAddress) };
  if (saysError(flow)) return { primary, last, start: wrong };
  const begun = last ?? (isSecondFactor(flow) ? primary : undefined);
  const empty = forms.flatMap(nodesOf).filter(isField).filter(isEmpty(address));
  const start = begun ? startOf(begun, forms, address) : (empty.find(isRequired) ?? empty[0]);
  return { primary, last, start };
}
