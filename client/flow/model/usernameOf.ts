import type { UiNode } from '@ory/client';
import { inputAttributes, isField } from '../../../shared/flow/inputAttributes.ts';
import { addressNames, loggedInAs } from './loggedInAs.ts';
import type { Flow } from '../../../shared/page.ts';
import { valueOf } from './fieldAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

const nameOf = (node: UiNode): string => inputAttributes(node)?.name ?? '';

/**
 * The username that belongs to a form's password, for password managers.
 *
 * @param flow the flow
 * @param nodes the form's nodes
 * @returns undefined if the form asks for no password, has a field for the address itself, or the address is unknown
 */
export function usernameOf(flow: Flow, nodes: UiNode[]): string | undefined {
  const fields = nodes.filter(isField);
  const asksForPassword = fields.some((node) => inputAttributes(node)?.type === 'password');
  if (!asksForPassword || fields.some((node) => addressNames.has(nameOf(node)))) return undefined;
  const address = flow.ui.nodes.find((node) => nameOf(node) === nodeName.emailTrait);
  const input = address && inputAttributes(address);
  return [loggedInAs(flow), input && valueOf(input)].find(Boolean);
}
