import { useLayoutEffect } from 'react';
import { isError } from '../../../../shared/flow/messages.ts';
import type { SettingsFlow, UiNode } from '@ory/client';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { accountRecovered } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { isSecretList } from '../backupCodes/NewCodes.tsx';
import { foldSection } from './openSection.ts';

const concerns = (node: UiNode): boolean => node.messages.some(isError) || isSecretList(node);

/** Returns the sections with an error, or with secrets to keep. */
const concerned = (forms: Form[]): Form[] => forms.filter((form) => hasNode(form, concerns));

/** Whether a flow says that the account was recovered. */
export const saysRecovered = ({ ui }: SettingsFlow): boolean =>
  ui.messages?.some(({ id }) => id === accountRecovered) === true;

/**
 * Returns the initially open sections: the one whose form was sent last, those with an error or with secrets to keep,
 * and the password after a recovery, but the changed one only if it stays open. The profile if there is none, and no change
 * was made.
 *
 * @param done the section of the last change, if there was one
 * @returns the anchors of the sections
 */
export function initiallyOpen(
  flow: SettingsFlow,
  forms: Form[],
  done: { section: string | undefined; staysOpen: boolean } | undefined,
): Set<string> {
  const sent = forms.filter(({ parts }) => parts.some(({ group }) => group === flow.active));
  const open = new Set([
    ...sent.map(({ id }) => id).filter((id) => id !== done?.section),
    ...(done?.section !== undefined && done.staysOpen ? [done.section] : []),
    ...concerned(forms).map(({ id }) => id),
    ...(saysRecovered(flow) ? forms.map(({ id }) => id).filter((id) => id === nodeGroup.password) : []),
  ]);
  if (open.size === 0 && !done) open.add(nodeGroup.profile);
  return new Set(Array.from(open, anchorOf));
}

/** Opens the sections for which an answer has an error or secrets, before the focus moves there. */
export function useOpenConcerned(forms: Form[], answers: number): void {
  useLayoutEffect(() => {
    if (answers > 0) for (const { id } of concerned(forms)) foldSection(anchorOf(id), true);
  }, [forms, answers]);
}
