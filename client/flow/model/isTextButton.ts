import type { UiNode } from '@ory/client';
import { isField, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import { isAddress } from './loggedInAs.ts';
import type { Section } from './sections.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

/** Whether a button mails a code, in a form that goes on with a password. */
export const isBesidePassword = ({ parts }: Section, node: UiNode): boolean => {
  const at = parts.findIndex(({ group, nodes }) => group === nodeGroup.code && nodes.every(isSubmit));
  return (
    parts[at]?.nodes.includes(node) === true &&
    parts.slice(at).some(({ group }) => group === nodeGroup.password)
  );
};

/**
 * Whether a button reads like text under the address that it uses: the one that mails a code, in a form that goes on
 * with a password.
 *
 * @param hidesAddress whether the page shows no field for the address, even if the form has one
 */
export const isTextButton = (section: Section, node: UiNode, hidesAddress = false): boolean =>
  !hidesAddress &&
  isBesidePassword(section, node) &&
  section.parts.some(({ nodes }) => nodes.some((other) => isField(other) && isAddress(other)));
