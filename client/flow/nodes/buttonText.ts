import type { UiNode } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { textIn } from '../../../shared/fields.ts';
import { inputAttributes, isButton } from '../../../shared/flow/inputAttributes.ts';
import type { LocalizedText } from '../messages/messageText.ts';
import { nodeLabel } from '../messages/nodeTitle.ts';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { nodesOf } from '../model/forms.ts';
import { endsFirstStep } from '../model/signUp.ts';
import { proceed, save, useAuthenticator, useBackupCode } from '../../../shared/flow/messageId.ts';
import type { FlowSurroundings, FormSurroundings } from '../FlowContext.ts';

/** The labels in place of which a form may have a better one. */
const replaced = new Set<unknown>([save, proceed, useAuthenticator, useBackupCode]);

/** Returns a button's text: its label, value or name, 'Continue' before a second step, or `saveText` in place of some. */
export function buttonLabel(intl: IntlShape, node: UiNode, now: number, saveText?: string): LocalizedText {
  if (saveText !== undefined && replaced.has(node.meta.label?.id)) return { text: saveText };
  if (endsFirstStep(node)) return { text: intl.formatMessage({ id: 'registration.continue' }) };
  const input = inputAttributes(node);
  return nodeLabel(intl, node, now) ?? { text: input ? (textIn(valueOf(input)) ?? input.name) : '' };
}

/**
 * Returns the accessible name of a button whose text occurs twice on the page: adds the section's name, and a number
 * if necessary, so that no two buttons share a name (WCAG 2.2, 2.4.6).
 *
 * @returns undefined for a button whose text is its name
 */
export function buttonName(
  intl: IntlShape,
  node: UiNode,
  { flow, now }: FlowSurroundings,
  { form, name, saveText }: FormSurroundings,
): string | undefined {
  const { text } = buttonLabel(intl, node, now, saveText);
  const twins = flow.ui.nodes.filter(
    (other) => isButton(other) && buttonLabel(intl, other, now).text === text,
  );
  if (twins.length < 2) return undefined;
  const nearby = name ? twins.filter((twin) => nodesOf(form).includes(twin)) : twins;
  const place = nearby.indexOf(node);
  return `${text}${name ? ` – ${name}` : ''}${place > 0 ? ` (${place + 1})` : ''}`;
}
