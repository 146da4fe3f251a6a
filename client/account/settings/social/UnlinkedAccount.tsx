import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFlowContext, useFormContext } from '../../../flow/FlowContext.ts';
import { LocalizedText } from '../../../flow/LocalizedText.tsx';
import { valueOf } from '../../../../shared/flow/shownValue.ts';
import { buttonName, buttonLabel } from '../../../flow/nodes/buttonText.ts';
import { NodeMessages } from '../../../flow/nodes/NodeMessages.tsx';
import { submissionId } from '../../../flow/form/formIds.ts';
import { dataNode, type InputNodeProps } from '../../../flow/model/node.ts';
import { BrandMark } from '../../../ui/BrandMark.tsx';
import { Button } from '../../../ui/Button.tsx';
import { AccountItem } from '../parts/AccountItem.tsx';
import { providerName } from '../../../../shared/flow/providerName.ts';

/** A service whose account the user could link. */
export function UnlinkedAccount({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const page = useFlowContext();
  const surroundings = useFormContext();
  const value = valueOf(input);
  return (
    <AccountItem
      icon={<BrandMark provider={value} />}
      name={providerName(node)}
      lines={
        <p>
          <FormattedMessage id="settings.oidc.unlinked" />
        </p>
      }
      messages={<NodeMessages node={node} />}
    >
      <Button
        {...dataNode(node)}
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
