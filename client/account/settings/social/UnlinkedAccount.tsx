import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFlowContext, useFormContext } from '../../../flow/FlowContext.ts';
import { LocalizedText } from '../../../flow/LocalizedText.tsx';
import { valueOf } from '../../../../shared/flow/shownValue.ts';
import { buttonName, buttonLabel } from '../../../flow/nodes/buttonText.ts';
import { nodeMessages } from '../../../flow/nodes/nodeMessages.ts';
import { submissionId } from '../../../flow/form/formIds.ts';
import { dataNode, type InputNodeProps } from '../../../flow/model/node.ts';
import { BrandMark } from '../../../ui/BrandMark.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FieldMessages } from '../../../ui/FieldMessages.tsx';
import { AccountItem } from '../parts/AccountItem.tsx';
import { providerName } from '../../../../shared/flow/providerName.ts';

/** A service whose account the user could link. */
export function UnlinkedAccount({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const page = useFlowContext();
  const surroundings = useFormContext();
  const value = valueOf(input);
  const id = useId();
  const messages = nodeMessages(intl, node, page.now);
  // in view and with the focus, with scripts or without
  const refused = messages.length > 0 && { 'aria-describedby': id, 'data-next': true, autoFocus: true };
  return (
    <AccountItem
      icon={<BrandMark provider={value} />}
      name={providerName(node)}
      lines={
        <p>
          <FormattedMessage id="settings.oidc.unlinked" />
        </p>
      }
      messages={<FieldMessages id={id} messages={messages} />}
    >
      <Button
        {...dataNode(node)}
        {...refused}
        name={input.name}
        aria-label={buttonName(intl, node, page, surroundings)}
        value={value}
        size="small"
        variant="quiet"
        disabled={input.disabled}
        formNoValidate
        busy={page.busy === submissionId(surroundings.form.id, input.name, value)}
      >
        <LocalizedText {...buttonLabel(intl, node, page.now)} />
      </Button>
    </AccountItem>
  );
}
