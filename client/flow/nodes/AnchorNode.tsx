import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNode, UiNodeAnchorAttributes } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import { linkUrl } from '../../../shared/flow/webUrl.ts';
import { localizedMessage } from '../messages/messageText.ts';
import { nodeLabel } from '../messages/nodeTitle.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useFlowContext } from '../FlowContext.ts';
import { dataNode } from '../model/node.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { NodeMessages } from './NodeMessages.tsx';

/** A link that continues the flow. */
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
  const href = linkUrl(attributes.href);
  const ownTitle = localizedMessage(intl, title, now);
  const label = textIn(ownTitle.text) ? ownTitle : (nodeLabel(intl, node, now) ?? { text: href ?? '' });
  return (
    <>
      {href ? (
        <ButtonLink {...dataNode(node)} id={id} href={href}>
          <LocalizedText {...label} />
        </ButtonLink>
      ) : (
        <p {...dataNode(node)} id={id}>
          <LocalizedText {...label} />
        </p>
      )}
      <NodeMessages node={node} />
    </>
  );
}
