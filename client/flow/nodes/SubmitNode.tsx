import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { isSideStep } from '../../../shared/flow/sections.ts';
import { bypassesForm } from '../../../shared/flow/skipsValidation.ts';
import { Button } from '../../ui/Button.tsx';
import { valueOf } from '../fieldAttributes.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { nodeIcon } from '../nodeIcon.tsx';
import { buttonText } from '../buttonText.ts';
import { submissionId } from '../submissionId.ts';
import { NodeMessages } from './NodeMessages.tsx';
import type { InputNodeProps } from './InputNode.tsx';

/** A button that sends its form. */
export function SubmitNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { busy, now } = useFlowContext();
  const { section, emphasised } = useFormContext();
  const isEmphasised = node === emphasised;
  return (
    <>
      <Button
        name={input.name}
        value={valueOf(input)}
        disabled={input.disabled}
        formNoValidate={bypassesForm(section, node) || undefined}
        variant={isEmphasised ? 'primary' : isSideStep(node) ? 'link' : 'secondary'}
        icon={isEmphasised ? undefined : nodeIcon(node)}
        busy={busy === submissionId(section.id, input.name, valueOf(input))}
      >
        {buttonText(intl, node, now)}
      </Button>
      <NodeMessages node={node} />
    </>
  );
}
