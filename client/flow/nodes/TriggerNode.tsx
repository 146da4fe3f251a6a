import type { MouseEvent, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { buttonName, buttonLabel } from './buttonText.ts';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { press } from '../webauthn/flowScripts.ts';
import { ButtonEffect, effectId } from './ButtonEffect.tsx';
import { buttonLook } from './buttonLook.tsx';
import { startProps } from './startProps.ts';
import { keepPending, takePending } from '../answer/pendingChange.ts';
import { promptFailure } from '../webauthn/promptFailure.ts';
import { invalidControls } from '../form/invalidControls.ts';
import { dataNode, type InputNodeProps } from '../model/node.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import styles from './TriggerNode.module.css';
import { NodeMessages } from './NodeMessages.tsx';

/** A button that runs a script, such as asking for a security key; a text replaces it where that cannot run. */
export function TriggerNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const page = useFlowContext();
  const surroundings = useFormContext();
  const { kind, flow, announce, check, now } = page;
  const { form } = surroundings;
  const scripts = useHydrated();
  const label = buttonLabel(intl, node, now);
  const onClick = async ({ currentTarget }: MouseEvent<HTMLButtonElement>): Promise<void> => {
    const invalid = currentTarget.form ? invalidControls(currentTarget.form, form, node) : [];
    if (invalid.length > 0) {
      check.report(invalid, true);
      return;
    }
    announce(undefined);
    keepPending(kind, { action: flow.ui.action, section: form.id, submitter: '', typed: {} });
    const done = await press(input, (cause) => {
      takePending(flow);
      announce(promptFailure(cause));
    });
    if (!done) announce({ severity: 'error', text: 'flow.unsupported' });
  };
  return (
    <>
      <ButtonEffect node={node} page={surroundings} />
      <Button
        {...dataNode(node)}
        type="button"
        name={input.name}
        aria-describedby={effectId(surroundings, node)}
        aria-label={buttonName(intl, node, page, surroundings)}
        // for the script that it runs
        value={scripts ? valueOf(input) : undefined}
        disabled={input.disabled || !scripts}
        {...buttonLook(page, surroundings, node)}
        {...startProps(page, node)}
        className={styles.trigger}
        onClick={(event) => void onClick(event)}
      >
        <LocalizedText {...label} />
      </Button>
      {!scripts && (
        <p className={styles.missing}>
          <FormattedMessage id="flow.needsScripts" values={{ name: label.text }} />
        </p>
      )}
      <NodeMessages node={node} />
    </>
  );
}
