import { textIn } from '../../shared/fields.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import type { Flow } from '../../shared/page.ts';

/** Returns the text that a flow's field has; undefined without such a field, and for a value that is no text. */
export const fieldValue = ({ ui }: Pick<Flow, 'ui'>, name: string): string | undefined => {
  const inputs = ui.nodes.flatMap((node) => inputAttributes(node) ?? []);
  return textIn(inputs.find((input) => input.name === name)?.value);
};
