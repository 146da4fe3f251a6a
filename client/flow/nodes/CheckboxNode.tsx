import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { lookUp } from '../../../shared/fields.ts';
import { ownValue } from '../../../shared/flow/inputAttributes.ts';
import { fieldLabel } from '../messages/nodeTitle.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { useFlowContext } from '../FlowContext.ts';
import { startProps } from './startProps.ts';
import { dataNode, type InputNodeProps } from '../model/node.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { useFieldMessages } from './useFieldMessages.ts';

/** A checkbox. Sent as `true`, or as its own value if it is one of several; natively, not at all while unticked. */
export function CheckboxNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const page = useFlowContext();
  const { kind, typed, now } = page;
  const { name, required, disabled } = input;
  const own = ownValue(input);
  return (
    <Checkbox
      {...dataNode(node)}
      {...startProps(page, node)}
      name={name}
      value={own ?? 'true'}
      required={required}
      smallPrint={required === true && kind === 'registration'}
      disabled={disabled}
      defaultChecked={own ? lookUp(typed, name) === own : (valueOf(input) || lookUp(typed, name)) === 'true'}
      label={<LocalizedText {...fieldLabel(intl, node, name, now)} />}
      messages={useFieldMessages(node, name)}
    />
  );
}
