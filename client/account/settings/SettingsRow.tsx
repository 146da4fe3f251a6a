import type { ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { inputAttributes, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { InputNodeProps } from '../../flow/model/node.ts';
import { isRemoval, removalOf } from './methodSections.tsx';
import { UnlinkedAccount } from './social/UnlinkedAccount.tsx';

/** Whether a button links an account. */
export const isLink = (node: UiNode): boolean =>
  isSubmit(node) && inputAttributes(node)?.name === nodeName.link;

/** Whether a button has a row of its own: one that links an account, or removes anything. */
export const hasRow = (node: UiNode): boolean => isRemoval(node) || isLink(node);

/** The row of something that belongs to the account, or could, with the button that removes or links it. */
export function SettingsRow(props: InputNodeProps): ReactNode {
  const removal = removalOf(props.node);
  if (!removal) return <UnlinkedAccount {...props} />;
  const { Row, icon, consequence } = removal;
  return <Row {...props} icon={icon} consequence={consequence} />;
}
