import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useFlowContext, useFormContext } from '../../../flow/FlowContext.ts';
import { submissionId } from '../../../flow/form/formIds.ts';
import { dataNode, type InputNodeProps } from '../../../flow/model/node.ts';
import { valueOf } from '../../../../shared/flow/shownValue.ts';
import { CodesToo } from '../backupCodes/OnlyCodes.tsx';
import { Confirm } from '../parts/Confirm.tsx';

/** The props of the row of something that can be removed. */
export interface RemovalProps extends InputNodeProps {
  /** The icon of its section, as a path. */
  icon: string;
  /** The catalogue key of the consequence of the removal. */
  consequence: string | undefined;
}

interface ConfirmRemovalProps extends Pick<RemovalProps, 'node' | 'input' | 'consequence'> {
  /** Names what is removed: the question, and the text of the button that asks unless `action` is shorter. */
  label: string;
  action?: ReactNode;
  verb: ReactNode;
}

/** The button that removes one of the account's ways to sign in, after asking. */
export function ConfirmRemoval(props: ConfirmRemovalProps): ReactNode {
  const { node, input, consequence, label, action, verb } = props;
  const { busy } = useFlowContext();
  const { form } = useFormContext();
  const value = valueOf(input);
  return (
    <Confirm
      action={action ?? label}
      name={action ? label : undefined}
      question={label}
      consequence={
        <>
          {consequence && <FormattedMessage id={consequence} />}{' '}
          <FormattedMessage id="settings.removalSignsOut" />
        </>
      }
      option={<CodesToo node={node} />}
      verb={verb}
      submit={{ ...dataNode(node), name: input.name, value }}
      disabled={input.disabled}
      busy={busy === submissionId(form.id, input.name, value)}
    />
  );
}
