import type { UiNode } from '@ory/client';
import { isSubmit } from '../../../shared/flow/inputAttributes.ts';
import type { Section } from './sections.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

/**
 * Whether a button reads like text under the address that it uses: the one that mails a code, in a form that goes on
 * with a password.
 */
export const isTextButton = ({ parts }: Section, node: UiNode): boolean => {
  const at = parts.findIndex(({ group, nodes }) => group === nodeGroup.code && nodes.every(isSubmit));
  return (
    parts[at]?.nodes.includes(node) === true &&
    parts.slice(at).some(({ group }) => group === nodeGroup.password)
  );
};
