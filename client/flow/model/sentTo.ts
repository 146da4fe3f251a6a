import { textIn } from '../../../shared/fields.ts';
import { inputAttributes, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { Flow } from '../../../shared/page.ts';
import { loggedInAs } from './loggedInAs.ts';

/** The address that a flow has written to: the one that it is bound to, or that its button would write to again. */
export function sentTo(flow: Flow): string | undefined {
  const again = flow.ui.nodes.find(
    (node) => isSubmit(node) && inputAttributes(node)?.name === nodeName.email,
  );
  return loggedInAs(flow) ?? textIn(again && inputAttributes(again)?.value);
}
