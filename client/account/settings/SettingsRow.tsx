import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { inputAttributes, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { useFlowContext, useFormContext } from '../../flow/FlowContext.ts';
import { buttonName, buttonLabel } from '../../flow/nodes/buttonText.ts';
import { valueOf } from '../../flow/model/fieldAttributes.ts';
import { type InputNodeProps, dataNode } from '../../flow/model/node.ts';
import { NodeMessages } from '../../flow/nodes/NodeMessages.tsx';
import { submissionId } from '../../flow/form/formIds.ts';
import { LocalizedText } from '../../flow/LocalizedText.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { Button } from '../../ui/Button.tsx';
import { providerName } from './social/providerName.ts';
import { isRemoval } from './removal.ts';
import { Removal } from './Removal.tsx';
import { AccountItem } from './parts/AccountItem.tsx';

const isLink = (node: UiNode): boolean => isSubmit(node) && inputAttributes(node)?.name === nodeName.link;

/** Whether a button has its own row: one that links an account, or removes anything. */
export const hasRow = (node: UiNode): boolean => isRemoval(node) || isLink(node);

/** A service whose account the user could link. */
function UnlinkedAccount({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const page = useFlowContext();
  const form = useFormContext();
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
        aria-label={buttonName(intl, node, page, form)}
        value={value}
        size="small"
        variant="quiet"
        disabled={input.disabled}
        formNoValidate
        busy={page.busy === submissionId(form.section.id, input.name, value)}
      >
        <LocalizedText {...buttonLabel(intl, node, page.now)} />
      </Button>
    </AccountItem>
  );
}

/** An existing or possible part of the account, with the button that removes or links it. */
export function SettingsRow(props: InputNodeProps): ReactNode {
  return isRemoval(props.node) ? <Removal {...props} /> : <UnlinkedAccount {...props} />;
}
