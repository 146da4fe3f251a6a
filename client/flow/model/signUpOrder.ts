import type { UiNode } from '@ory/client';
import { inputAttributes, isButton, isField } from '../../../shared/flow/inputAttributes.ts';
import { isShared } from '../../../shared/flow/methods.ts';
import { isAddress } from './loggedInAs.ts';
import { isTextButton } from './isTextButton.ts';
import { primarySubmit } from './primarySubmit.ts';
import { sideSteps, type Part, type Section } from './sections.ts';

/** A sign-up's form from top to bottom. */
export interface SignUpOrder {
  /** What is required, the address first, then the code that is mailed to it, and the password. */
  first: UiNode[];
  /** What may be left out. */
  optional: UiNode[];
  /** The boxes that must be ticked, and the form's main button. */
  last: UiNode[];
  /** Ways without a password, and the way back. */
  others: Part[];
}

const isRequired = (node: UiNode): boolean => inputAttributes(node)?.required === true;

const isBox = (node: UiNode): boolean => inputAttributes(node)?.type === 'checkbox';

/**
 * Orders a sign-up's form: what is needed comes first, the consent directly above the button.
 *
 * @returns undefined for a form that asks for no traits, such as the second step of a sign-up
 */
export function signUpOrder(form: Section): SignUpOrder | undefined {
  const { parts } = form;
  const traits = parts.filter(({ group }) => isShared(group)).flatMap(({ nodes }) => nodes);
  const fields = traits.filter(isField);
  const main = primarySubmit(form);
  if (fields.length === 0 || !main) return undefined;
  const addresses = fields.filter(isAddress);
  const consents = fields.filter((node) => isRequired(node) && isBox(node));
  const needed = fields.filter(
    (node) => isRequired(node) && !addresses.includes(node) && !consents.includes(node),
  );
  const nodes = parts.flatMap((part) => part.nodes);
  const mailed = nodes.filter((node) => node !== main && isTextButton(form, node));
  const secrets = nodes.filter((node) => node.group === main.group && !isShared(node.group) && isField(node));
  const first = [...addresses, ...mailed, ...needed, ...secrets];
  const last = [...traits.filter((node) => !isField(node) && !isButton(node)), ...consents, main];
  const optional = fields.filter((node) => !first.includes(node) && !last.includes(node));
  const placed = new Set([...first, ...optional, ...last]);
  const others = parts
    .map(({ group, nodes: all }) => ({ group, nodes: all.filter((node) => !placed.has(node)) }))
    .filter((part) => part.nodes.length > 0);
  return { first, optional, last, others };
}

/** Whether a part is another way to sign up, and not the way back. */
export const isWay = ({ group, nodes }: Part): boolean => group !== sideSteps && nodes.some(isButton);
