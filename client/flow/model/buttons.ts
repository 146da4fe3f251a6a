import type { UiNode } from '@ory/client';
import { inputAttributes, isField, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import { continuesSignUp, isSideStep } from '../../../shared/flow/buttons.ts';
import { isAddress } from './address.ts';
import { hasNode, nodesOf, type Form, type Part } from './forms.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { isSocial } from '../../../shared/flow/methods.ts';

const isMethod = (node: UiNode) => inputAttributes(node)?.name === nodeName.method;

/**
 * Returns the button that Enter presses: the password's if there is one, otherwise that of the first method with a
 * field, otherwise the first method's, otherwise the one that continues a social sign-up. Never one that resends a
 * code, leads back, unlinks or removes.
 *
 * @returns undefined if Enter does nothing
 */
export function primarySubmit(form: Form): UiNode | undefined {
  const candidates = form.parts
    // each social button leads somewhere else, so Enter presses none of them
    .filter(({ group }) => !isSocial(group))
    .map(({ group, nodes }) => ({
      group,
      nodes,
      submits: nodes.filter((node) => isSubmit(node) && !isSideStep(node)),
    }));
  const methods = candidates.flatMap(({ submits }) => submits.filter(isMethod));
  const filled = candidates.filter(({ nodes }) => nodes.some(isField));
  const preferred =
    filled.find(({ group }) => group === nodeGroup.password) ??
    filled.find(({ submits }) => submits.some(isMethod));
  const ofPreferred = preferred?.submits.find(isMethod);
  return ofPreferred ?? methods[0] ?? nodesOf(form).find(continuesSignUp);
}

/** Whether a button mails a code, in a form that continues with a password. */
export const isBesidePassword = ({ parts }: Form, node: UiNode): boolean => {
  const at = parts.findIndex(({ group, nodes }) => group === nodeGroup.code && nodes.every(isSubmit));
  return (
    parts[at]?.nodes.includes(node) === true &&
    parts.slice(at).some(({ group }) => group === nodeGroup.password)
  );
};

/** Whether a button looks like text below the address: the one that mails a code in a form that goes on with a password. */
export const isTextButton = (form: Form, node: UiNode, isAddressHidden = false): boolean =>
  !isAddressHidden &&
  isBesidePassword(form, node) &&
  hasNode(form, (other) => isField(other) && isAddress(other));

/**
 * Returns a form's parts in the order of its tab stops: the password follows the address at once, and the button that
 * mails a code comes after the password's submit, although it is shown below the address. Otherwise somebody who types
 * the address, Tab, the password and Enter would be mailed a code.
 */
export function keyOrder(form: Form, isAddressHidden: boolean): Part[] {
  const { parts } = form;
  const mails = ({ nodes }: Part): boolean => nodes.some((node) => isTextButton(form, node, isAddressHidden));
  const mailing = parts.filter(mails);
  return parts.flatMap((part) => {
    if (mailing.includes(part)) return [];
    return part.group === nodeGroup.password ? [part, ...mailing] : [part];
  });
}
