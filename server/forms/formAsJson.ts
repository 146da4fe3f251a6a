import type { UiNode } from '@ory/client';
import { fieldsOf } from '../../shared/fields.ts';
import { formBody } from '../../shared/flow/formBody.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { FormFlow } from '../upstreams/formFlow.ts';

const isTrait = (name: string): boolean => name.startsWith('traits.');

/** Whether a name is that of a part of the transient payload, which a form sends as JSON. */
const isOfPayload = (name: string): boolean => name.startsWith(`${nodeName.transientPayload}.`);

/** Whether Kratos reads a name in a form as something else: one with numbers or escaped dots. */
const isMisread = (name: string): boolean =>
  isTrait(name) && (name.includes('\\') || nodeName.pathOf(name).some((part) => /^\d+$/.test(part)));

const isSocialButton = (node: UiNode): boolean =>
  isSocial(node.group) && inputAttributes(node)?.type === 'submit';

/**
 * Returns a form as the JSON that scripts would send: what nobody edited is as the flow has it, and what a form has no types
 * for, such as lists of lists, is as the account has it.
 *
 * @param pairs the form's fields in order
 * @returns undefined for a form that stays as it is: one that leads to a social provider, and one without anything that Kratos
 *   misreads if the lists are unknown
 */
export function formAsJson(pairs: [string, string][], { flow, lists }: FormFlow): string | undefined {
  const { nodes } = flow.ui;
  const pressed = pairs.some(([name, value]) =>
    nodes.some((node) => {
      const input = inputAttributes(node);
      return isSocialButton(node) && input?.name === name && String(input.value) === value;
    }),
  );
  if (pressed || (lists === undefined && !pairs.some(([name]) => isMisread(name)))) return undefined;
  // any other name, such as an entry far beyond a list's end, is not the page's
  const known = new Set(nodes.map((node) => inputAttributes(node)?.name));
  const sent = pairs.filter(([name]) => known.has(name) || !(isTrait(name) || isOfPayload(name)));
  const { traits } = fieldsOf(fieldsOf(flow).identity);
  const demanded = new Map(lists?.nested.map((name) => [name, new Set(['array'])]));
  return JSON.stringify(formBody(sent, nodes, { traits, demanded, lists: lists?.flat }));
}
