import type { UiNode } from '@ory/client';
import { inputAttributes, isField, isHidden } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { submissionId } from './formIds.ts';

/** A submit of one of the page's forms. */
export interface Submission {
  /** Identifies the pressed button, see `submissionId`. */
  submitter: string;
  /** The id of the form's section. */
  section: string;
  /** The form's values, the clicked button's name and value last. */
  values: [string, unknown][];
  /** The form's nodes. */
  nodes: UiNode[];
  /** The values that may be shown again, by field name. */
  typed: Record<string, string>;
}

/** Whether a field's value may be shown again: all but passwords. */
const mayReturn = (node: UiNode) =>
  (isField(node) || isHidden(node)) && inputAttributes(node)?.type !== 'password';

/**
 * Reads the data that a form sends.
 *
 * @param pressed the name and value of the pressed button; an empty name if there is none
 */
export function readForm(
  form: HTMLFormElement,
  section: string,
  nodes: UiNode[],
  { name, value }: { name: string; value: string },
): Submission {
  const entries = [...new FormData(form)].filter((entry) => entry[0] !== name);
  const values: [string, unknown][] = name ? [...entries, [name, value]] : entries;
  const returning = new Set(nodes.filter(mayReturn).map((node) => inputAttributes(node)?.name));
  const typed = values.filter(
    ([field, text]) => returning.has(field) && typeof text === 'string' && field !== nodeName.csrfToken,
  );
  return {
    submitter: submissionId(section, name, value),
    section,
    values,
    nodes,
    typed: Object.fromEntries(typed) as Record<string, string>,
  };
}
