import type { UiNode } from '@ory/client';
import { inputAttributes, isButton, isField } from '../../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../../shared/flow/isStepUp.ts';
import type { Flow, FlowKind } from '../../../shared/page.ts';
import { isSecondFactor, sideSteps, type Section } from './sections.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

/** The forms of a page, of which some show only when asked for. */
export interface Forms {
  shown: Section[];
  folded: Section[];
  /** The method used last, if the page begins with it. */
  lastMethod?: string;
}

/** Methods that ask for no password: a page that begins with one of them needs no other. */
const leadsAlone = new Set<string>([nodeGroup.passkey, nodeGroup.oidc, nodeGroup.code]);

const groupOf = (method: string): string => method.split('.')[0] ?? '';

const offers = ({ parts }: Section, test: (node: UiNode) => boolean): boolean =>
  parts.some(({ nodes }) => nodes.some(test));

/** Whether a form has a button of a method; for a social one its own. */
const isOf =
  (method: string) =>
  (node: UiNode): boolean =>
    isButton(node) &&
    node.group === groupOf(method) &&
    (node.group !== nodeGroup.oidc || method === `oidc.${String(inputAttributes(node)?.value)}`);

/**
 * The button of a method in some forms.
 *
 * @param method its name, a social one with its provider
 */
export const buttonOf = (forms: Section[], method = ''): UiNode | undefined =>
  forms.flatMap(({ parts }) => parts.flatMap(({ nodes }) => nodes)).find(isOf(method));

/**
 * The form that several methods share as one for the mailed code alone, and one for the others. The buttons that lead back or
 * resend a code stay with the code.
 */
function withCodeApart(form: Section): Section[] {
  const others = form.parts.filter(({ group }) => group !== nodeGroup.code && group !== sideSteps);
  const methods = others.filter(({ nodes }) => nodes.some(isButton));
  const [first] = methods;
  if (!first || others.length === form.parts.length) return [form];
  const code = { ...form, parts: form.parts.filter((part) => !methods.includes(part)) };
  return [code, { ...form, id: first.group, parts: others }];
}

/**
 * Decides what a page shows at once. A second step shows one method, the one used last or else the first, and folds the
 * others. A sign-in that was last done without a password begins with that way and folds the others.
 *
 * @param kind which flow
 * @param forms the flow's forms, in their order
 * @param lastMethods the methods used last on this device, the latest first
 */
export function foldedForms(kind: FlowKind, flow: Flow, forms: Section[], lastMethods: string[]): Forms {
  const all = { shown: forms, folded: [] };
  if (kind !== 'login') return all;
  const lastMethod = lastMethods.find((method) => forms.some((form) => offers(form, isOf(method))));
  const apart = !isStepUp(flow) && lastMethod === nodeGroup.code ? forms.flatMap(withCodeApart) : forms;
  const choices = apart.filter((form) => offers(form, isButton));
  if (choices.length < 2) return { ...all, lastMethod };
  const last = choices.find((form) => lastMethod !== undefined && offers(form, isOf(lastMethod)));
  const lead = isSecondFactor(flow) ? (last ?? choices[0]) : last;
  if (!isStepUp(flow) && !leadsAlone.has(groupOf(lastMethod ?? ''))) return { ...all, lastMethod };
  if (!lead || (isStepUp(flow) && !isSecondFactor(flow))) return all;
  const folded = choices.filter((form) => form !== lead);
  // without a button of its own, such as a script's, a form is part of the page
  return { shown: apart.filter((form) => !folded.includes(form)), folded, lastMethod };
}

/** Whether a form is one button without a field: it needs no unfolding. */
export const isSingleButton = (form: Section): boolean => !offers(form, isField);
