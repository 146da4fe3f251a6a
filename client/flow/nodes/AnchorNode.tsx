import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNode, UiNodeAnchorAttributes } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import { linkUrl } from '../model/linkUrl.ts';
import { messageWords } from '../messages/messageText.ts';
import { nodeWords } from '../messages/nodeTitle.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useFlowContext } from '../FlowContext.ts';
import { Words } from '../Words.tsx';
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
  const own = messageWords(intl, title, now);
  const words = textIn(own.text) ? own : (nodeWords(intl, node, now) ?? { text: href ?? '' });
  return (
    <>
      {href ? (
        <ButtonLink id={id} href={href}>
          <Words {...words} />
        </ButtonLink>
      ) : (
        <p id={id}>
          <Words {...words} />
        </p>
      )}
      <NodeMessages node={node} />
    </>
  );
}
