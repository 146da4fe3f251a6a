import { useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { FieldMessages } from '../../ui/FieldMessages.tsx';
import { useFlowContext } from '../FlowContext.ts';
import { nodeMessages } from './nodeMessages.ts';

/** The messages of a node other than a field. */
export function NodeMessages({ node }: { node: UiNode }): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const id = useId();
  return <FieldMessages id={id} messages={nodeMessages(intl, node, now)} />;
}
