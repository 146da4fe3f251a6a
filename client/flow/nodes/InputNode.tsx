import { type ReactNode, memo } from 'react';
import { lookUp } from '../../../shared/fields.ts';
import { isResend } from '../../../shared/flow/buttons.ts';
import { useFlowContext } from '../FlowContext.ts';
import { hidesAddress } from '../model/address.ts';
import type { InputNodeProps } from '../model/node.ts';
import { CheckboxNode } from './CheckboxNode.tsx';
import { FieldNode } from './FieldNode.tsx';
import { ResendNode } from './ResendNode.tsx';
import { isChoice, SelectNode } from './SelectNode.tsx';
import { SubmitNode } from './SubmitNode.tsx';
import { TriggerNode } from './TriggerNode.tsx';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { NodeMessages } from './NodeMessages.tsx';

/**
 * A hidden input. The provider's messages about it are still shown. It is only re-created for a different flow,
 * because a value set by a script would be lost.
 */
const HiddenNode = memo(function HiddenNode({ node, input }: InputNodeProps): ReactNode {
  return (
    <>
      <input type="hidden" name={input.name} defaultValue={valueOf(input)} disabled={input.disabled} />
      <NodeMessages node={node} />
    </>
  );
});

type Render = (props: InputNodeProps) => ReactNode;

const field: Render = (props) => <FieldNode {...props} />;

/** Components of inputs other than text fields, by type. */
const byType: Partial<Record<string, Render>> = {
  hidden: (props) => <HiddenNode {...props} />,
  submit: (props) => <SubmitNode {...props} />,
  button: (props) => <TriggerNode {...props} />,
  checkbox: (props) => <CheckboxNode {...props} />,
};

/** An input node of any type. */
export function InputNode(props: InputNodeProps): ReactNode {
  const { node, input } = props;
  const page = useFlowContext();
  const { components, address = '' } = page;
  if (isResend(node)) return <ResendNode {...props} />;
  if (hidesAddress(page) && input.name === nodeName.identifier)
    return <ReauthenticatedAddress name={input.name} address={address} />;
  if (components?.hasRow(node)) return <components.Row {...props} />;
  if (isChoice(input)) return <SelectNode {...props} />;
  return (lookUp(byType, input.type) ?? field)(props);
}

/**
 * The address of the user who re-authenticates, which the page shows above its forms; password managers find it here.
 */
const ReauthenticatedAddress = ({ name, address }: { name: string; address: string }): ReactNode => (
  <input type="text" name={name} autoComplete="username" defaultValue={address} readOnly hidden />
);
