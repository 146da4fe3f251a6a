import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode, UiText } from '@ory/client';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import type { Section } from '../../flow/model/sections.ts';
import { messageText } from '../../flow/messages/messageText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Time } from '../../ui/Time.tsx';
import { valueOf } from '../../flow/model/fieldAttributes.ts';
import { useFlowContext, useFormContext } from '../../flow/FlowContext.ts';
import { submissionId } from '../../flow/submit/submissionId.ts';
import type { InputNodeProps } from '../../flow/nodes/InputNode.tsx';
import { NodeMessages } from '../../flow/nodes/NodeMessages.tsx';
import { removePasskey, removeSecurityKey } from '../../../shared/flow/messageId.ts';
import { Confirm } from './Confirm.tsx';
import { Thing } from './Thing.tsx';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

/** The provider's name for a passkey of an unknown maker. */
const unnamed = 'unnamed';

const isKey = ({ meta }: UiNode): boolean =>
  meta.label?.id === removeSecurityKey || meta.label?.id === removePasskey;

const displayName = ({ meta }: UiNode): string | undefined => {
  const name = textIn(fieldsOf(meta.label?.context).display_name);
  return name === unnamed ? undefined : name;
};

/** The number of a key among those of the same name in its form, from 1; undefined if its name is unique. */
function numberOf(node: UiNode, { parts }: Section): number | undefined {
  const keys = parts.flatMap(({ nodes }) => nodes.filter(isKey));
  const namesakes = keys.filter((key) => displayName(key) === displayName(node));
  return namesakes.length > 1 ? namesakes.indexOf(node) + 1 : undefined;
}

/** A registered key: its name, its date, and the button that removes it. */
export function KeyNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { busy, now } = useFlowContext();
  const { section } = useFormContext();
  const { label } = node.meta;
  const context = fieldsOf(label?.context);
  const added = textIn(context.added_at);
  const number = numberOf(node, section);
  const baseName = displayName(node) ?? intl.formatMessage({ id: 'settings.key.unnamed' });
  const name = number === undefined ? baseName : `${baseName} (${number})`;
  const labelWithName = { ...label, context: { ...context, display_name: name } } as UiText;
  const value = valueOf(input);
  return (
    <Thing
      icon={<Icon name={node.group === nodeGroup.passkey ? 'passkey' : 'webauthn'} />}
      name={name}
      lines={
        added &&
        Date.parse(added) > 0 && (
          <Time at={added}>
            {intl.formatMessage(
              { id: 'settings.key.added' },
              { date: intl.formatDate(added, { dateStyle: 'medium' }) },
            )}
          </Time>
        )
      }
      messages={<NodeMessages node={node} />}
    >
      <Confirm
        action={<FormattedMessage id="settings.key.remove" />}
        name={messageText(intl, labelWithName, now)}
        question={messageText(intl, labelWithName, now)}
        consequence={
          <FormattedMessage
            id={`settings.key.${node.group === nodeGroup.passkey ? 'passkeyGone' : 'gone'}`}
          />
        }
        verb={<FormattedMessage id="settings.key.remove" />}
        submit={{ name: input.name, value }}
        disabled={input.disabled}
        busy={busy === submissionId(section.id, input.name, value)}
      />
    </Thing>
  );
}
