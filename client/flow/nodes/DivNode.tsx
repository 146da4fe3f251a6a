import type { ReactNode } from 'react';
import type { UiNode, UiNodeDivisionAttributes } from '@ory/client';
import { NodeMessages } from './NodeMessages.tsx';

const isDataName = ([name]: [string, unknown]) => /^[a-z][\w-]*$/i.test(name);

function dataOf(data: object | undefined): Record<string, string> {
  const entries = Object.entries((data ?? {}) as Record<string, unknown>).filter(isDataName);
  return Object.fromEntries(entries.map(([name, value]) => [`data-${name.toLowerCase()}`, String(value)]));
}

/** An element that a provider's script fills, such as a captcha. */
export function DivNode({
  node,
  attributes,
}: {
  node: UiNode;
  attributes: UiNodeDivisionAttributes;
}): ReactNode {
  const { id, class: className, data } = attributes;
  return (
    <>
      <div id={id} className={className} {...dataOf(data)} />
      <NodeMessages node={node} />
    </>
  );
}
