import type { ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { useIntl } from 'react-intl';
import { nodeLabel } from '../messages/nodeTitle.ts';
import { useFlowContext } from '../FlowContext.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { AnchorNode } from './AnchorNode.tsx';
import { DivNode } from './DivNode.tsx';
import { ImageNode } from './ImageNode.tsx';
import { InputNode } from './InputNode.tsx';
import { NodeMessages } from './NodeMessages.tsx';
import { ScriptNode } from './ScriptNode.tsx';
import { TextNode } from './TextNode.tsx';

/** Any node of a flow. For an unknown type, shows the label and messages. */
export function NodeView({ node }: { node: UiNode }): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const { attributes } = node;
  const label = nodeLabel(intl, node, now);
  switch (attributes.node_type) {
    case 'input':
      return <InputNode node={node} input={attributes} />;
    case 'text':
      return <TextNode node={node} attributes={attributes} />;
    case 'img':
      return <ImageNode node={node} attributes={attributes} />;
    case 'a':
      return <AnchorNode node={node} attributes={attributes} />;
    case 'div':
      return <DivNode node={node} attributes={attributes} />;
    case 'script':
      return (
        <>
          <ScriptNode attributes={attributes} />
          <NodeMessages node={node} />
        </>
      );
    default:
      return (
        <>
          {label && (
            <p>
              <LocalizedText {...label} />
            </p>
          )}
          <NodeMessages node={node} />
        </>
      );
  }
}
