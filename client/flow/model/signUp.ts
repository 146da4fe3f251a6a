import type { UiNode } from '@ory/client';
import { isSubmit, inputAttributes, isButton, isField } from '../../../shared/flow/inputAttributes.ts';
import { isShared } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import { signUp } from '../../../shared/flow/messageId.ts';
import type { Flow } from '../../../shared/page.ts';
import { isAddress } from './address.ts';
import { primarySubmit } from './buttons.ts';
import { nodesOf, sideSteps, type Part, type Form } from './forms.ts';

/** Whether a button ends the first of a sign-up's two steps; Kratos calls it 'Sign up'. */
export const endsFirstStep = ({ group, meta }: UiNode): boolean =>
  group === nodeGroup.profile && meta.label?.id === signUp;

/** Returns the step of a two-step sign-up: the first has a button that continues, the second one that leads back. */
export function signUpStep({ ui: { nodes } }: Flow): 1 | 2 | undefined {
  const button = nodes.find((node) => node.group === nodeGroup.profile && isSubmit(node));
  return button && (endsFirstStep(button) ? 1 : 2);
}

/** A sign-up's form from top to bottom. */
export interface SignUpOrder {
  /** The required fields: first the address, at last the password. */
  first: UiNode[];
  /** The optional fields. */
  optional: UiNode[];
  /** The boxes that must be ticked, and the form's main button. */
  last: UiNode[];
  /** Ways without a password, which need the consent too, and the way back. */
  others: Part[];
}

const isRequired = (node: UiNode): boolean => inputAttributes(node)?.required === true;

const isBox = (node: UiNode): boolean => inputAttributes(node)?.type === 'checkbox';

/**
 * Orders a sign-up's form: required fields first, the consent directly above the button.
 *
 * @returns undefined for a form that asks for no traits, such as the second step of a sign-up
 */
export function signUpOrder(form: Form): SignUpOrder | undefined {
  const { parts } = form;
  const traits = nodesOf({ parts: parts.filter(({ group }) => isShared(group)) });
  const fields = traits.filter(isField);
  const main = primarySubmit(form);
  if (fields.length === 0 || !main) return undefined;
  const addresses = fields.filter(isAddress);
  const consents = fields.filter((node) => isRequired(node) && isBox(node));
  const needed = fields.filter(
    (node) => isRequired(node) && !addresses.includes(node) && !consents.includes(node),
  );
  const secrets = nodesOf(form).filter(
    (node) => node.group === main.group && !isShared(node.group) && isField(node),
  );
  const first = [...addresses, ...needed, ...secrets];
  const last = [...traits.filter((node) => !isField(node) && !isButton(node)), ...consents, main];
  const optional = fields.filter((node) => !first.includes(node) && !last.includes(node));
  const placed = new Set([...first, ...optional, ...last]);
  const others = parts
    .map(({ group, nodes: all }) => ({ group, nodes: all.filter((node) => !placed.has(node)) }))
    .filter((part) => part.nodes.length > 0);
  return { first, optional, last, others };
}

/** Whether a part is another way to sign up, rather than the way back. */
export const isWay = ({ group, nodes }: Part): boolean => group !== sideSteps && nodes.some(isButton);
