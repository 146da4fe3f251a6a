import type { UiNode, UiNodeInputAttributes } from '@ory/client';

/** The props of a component for an input node. */
export interface InputNodeProps {
  node: UiNode;
  input: UiNodeInputAttributes;
}
