import { use, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode, UiText } from '@ory/client';
import { fieldsOf, textIn } from '../../../../shared/fields.ts';
import type { Form } from '../../../flow/model/forms.ts';
import { messageText } from '../../../flow/messages/messageText.ts';
import { BrandMark } from '../../../ui/BrandMark.tsx';
import { Glyph } from '../../../ui/Icon.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useFlowContext, useFormContext } from '../../../flow/FlowContext.ts';
import { NodeMessages } from '../../../flow/nodes/NodeMessages.tsx';
import { ConfirmRemoval, type RemovalProps } from '../removal/ConfirmRemoval.tsx';
import { authenticatorOf, keyName, KeyModelsContext } from './keys.ts';
import type { KeyModels } from '../overview/overview.ts';
import { AccountItem } from '../parts/AccountItem.tsx';

/** When a key was added, if the provider says so. */
function addedAt({ meta }: UiNode): string {
  const { added_at: key, created_at: device } = fieldsOf(meta.label?.context);
  return textIn(key) ?? textIn(device) ?? '';
}

const isLike =
  ({ meta }: UiNode) =>
  (other: UiNode): boolean =>
    other.meta.label?.id === meta.label?.id;

/** Returns a key's number among those of its name, 1 for the oldest; undefined for a unique name. */
function numberOf(node: UiNode, { parts }: Form, models: KeyModels): number | undefined {
  const keys = parts.flatMap(({ nodes }) => nodes.filter(isLike(node)));
  const namesakes = keys.filter((key) => keyName(key, models) === keyName(node, models));
  namesakes.sort((one, other) => addedAt(one).localeCompare(addedAt(other)));
  return namesakes.length > 1 ? namesakes.indexOf(node) + 1 : undefined;
}

/** The mark of the key's authenticator, else the icon of its kind. */
function KeyIcon({ node, icon }: Pick<RemovalProps, 'node' | 'icon'>): ReactNode {
  const authenticator = authenticatorOf(node, use(KeyModelsContext));
  return authenticator?.brand ? (
    <BrandMark provider={authenticator.brand} />
  ) : (
    <Glyph path={authenticator?.icon ?? icon} />
  );
}

/** A registered key: its name, its date, and the button that removes it. */
export function KeyNode({ node, input, icon, consequence }: RemovalProps): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const { form } = useFormContext();
  const models = use(KeyModelsContext);
  const { label } = node.meta;
  const context = fieldsOf(label?.context);
  const added = addedAt(node);
  const number = numberOf(node, form, models);
  const ownName = keyName(node, models);
  const numbered = (text: string): string => (number === undefined ? text : `${text} (${number})`);
  const name = numbered(ownName ?? intl.formatMessage({ id: 'settings.key.unnamed' }));
  const labelWithName = { ...label, context: { ...context, display_name: name } } as UiText;
  const removal =
    ownName === undefined
      ? numbered(intl.formatMessage({ id: 'settings.key.removeUnnamed' }))
      : messageText(intl, labelWithName, now);
  return (
    <AccountItem
      icon={<KeyIcon node={node} icon={icon} />}
      name={name}
      lines={
        <>
          {added && Date.parse(added) > 0 && (
            <Time at={added}>
              {intl.formatMessage(
                { id: 'settings.key.added' },
                {
                  date: intl.formatDate(added, {
                    dateStyle: 'medium',
                    // keys of one name may have been added on one day
                    ...(number !== undefined && { timeStyle: 'short' }),
                  }),
                },
              )}
            </Time>
          )}
          {input.disabled && (
            <p>
              <FormattedMessage id="settings.key.last" />
            </p>
          )}
        </>
      }
      messages={<NodeMessages node={node} />}
    >
      {!input.disabled && (
        <ConfirmRemoval
          {...{ node, input, consequence }}
          label={removal}
          action={<FormattedMessage id="settings.key.remove" />}
          verb={<FormattedMessage id="settings.key.remove" />}
        />
      )}
    </AccountItem>
  );
}
