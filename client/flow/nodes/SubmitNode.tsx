import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { bypassesForm } from '../form/skipsValidation.ts';
import { Button } from '../../ui/Button.tsx';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { hasWork, press } from '../webauthn/flowScripts.ts';
import { buttonName, buttonLabel } from './buttonText.ts';
import { ButtonEffect, effectId } from './ButtonEffect.tsx';
import { buttonLook } from './buttonLook.tsx';
import { startProps } from './startProps.ts';
import { submissionId } from '../form/formIds.ts';
import { dataNode, type InputNodeProps } from '../model/node.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { NodeMessages } from './NodeMessages.tsx';

/** A submit button. If the provider gave it a script, the script runs first, like a native `onclick`. */
export function SubmitNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const page = useFlowContext();
  const surroundings = useFormContext();
  const { busy, now } = page;
  const { form, saveText } = surroundings;
  return (
    <>
      <ButtonEffect node={node} page={surroundings} />
      <Button
        {...dataNode(node)}
        name={input.name}
        aria-describedby={effectId(surroundings, node)}
        aria-label={buttonName(intl, node, page, surroundings)}
        value={valueOf(input)}
        disabled={input.disabled}
        onClick={hasWork(input) ? () => void press(input) : undefined}
        formNoValidate={bypassesForm(form, node) || undefined}
        {...buttonLook(page, surroundings, node)}
        {...startProps(page, node)}
        busy={busy === submissionId(form.id, input.name, valueOf(input))}
      >
        <LocalizedText {...buttonLabel(intl, node, now, saveText)} />
      </Button>
      <NodeMessages node={node} />
    </>
  );
}
