import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNode, UiNodeAnchorAttributes } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import { webUrl } from '../../../shared/flow/webUrl.ts';
import { messageText } from '../../../shared/messages/messageText.ts';
import { nodeTitle } from '../../../shared/messages/nodeTitle.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useFlowContext } from '../FlowContext.ts';
import { NodeMessages } from './NodeMessages.tsx';

/** A link to where the flow goes on. */
export function AnchorNode({
  node,
  attributes,
}: {
  node: UiNode;
  attributes: UiNodeAnchorAttributes;
}): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const { id, title } = attributes;
  const href = webUrl(attributes.href);
  const text = textIn(messageText(intl, title, now)) ?? nodeTitle(intl, node, now) ?? href;
  return (
    <>
      {href ? (
        <ButtonLink id={id} href={href}>
          {text}
        </ButtonLink>
      ) : (
        <p id={id}>{text}</p>
      )}
      <NodeMessages node={node} />
    </>
  );
}
