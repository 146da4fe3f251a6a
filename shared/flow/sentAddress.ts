import { textIn } from '../fields.ts';
import type { Flow } from '../page.ts';
import { inputAttributes, isSubmit } from './inputAttributes.ts';
import * as nodeName from './nodeName.ts';

/** Returns the address that a flow has mailed, which is the value of its button for sending again. */
export function sentAddress({ ui }: Flow): string | undefined {
  const again = ui.nodes.find(
    (node) =>
      isSubmit(node) &&
      [nodeName.email, nodeName.sms, nodeName.recoveryConfirmAddress].includes(
        inputAttributes(node)?.name ?? '',
      ),
  );
  return textIn(again && inputAttributes(again)?.value);
}
