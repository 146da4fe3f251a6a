import type { ReactNode } from 'react';
import type { UiNode, UiNodeDivisionAttributes } from '@ory/client';
import { useIntl } from 'react-intl';
import { nodeLabel } from '../messages/nodeTitle.ts';
import { useFlowContext } from '../FlowContext.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { AnchorNode } from './AnchorNode.tsx';
import { ImageNode } from './ImageNode.tsx';
import { InputNode } from './InputNode.tsx';
import { NodeMessages } from './NodeMessages.tsx';
import { ScriptNode } from './ScriptNode.tsx';
import { TextNode } from './TextNode.tsx';

const isDataName = ([name]: [string, unknown]) => /^[a-z][\w-]*$/i.test(name);

function dataOf(data: object | undefined): Record<string, string> {
  const entries = Object.entries((data ?? {}) as Record<string, unknown>).filter(isDataName);
  return Object.fromEntries(entries.map(([name, value]) => [`data-${name.toLowerCase()}`, String(value)]));
}

/** An element that a provider's script fills, such as a captcha. */
function DivNode({ node, attributes }: { node: UiNode; attributes: UiNodeDivisionAttributes }): ReactNode {
  const { id, class: className, data } = attributes;
  return (
    <>
      <div id={id} className={className} {...dataOf(data)} />
      <NodeMessages node={node} />
    </>
  );
}

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
