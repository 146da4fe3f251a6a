import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow, UiNode } from '@ory/client';
import {
  disableLookupSecrets,
  removeSecurityKey,
  removeTrustedDevice,
  unlinkTotp,
} from '../../../../shared/flow/messageId.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import { useFlowContext } from '../../../flow/FlowContext.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Message } from '../../../ui/Message.tsx';
import styles from '../parts/Confirm.module.css';
import hintStyles from '../section/Hint.module.css';

/** The labels of the buttons that remove a second factor which is not used up. */
const lasting: unknown[] = [unlinkTotp, removeSecurityKey, removeTrustedDevice];

const hasCodes = ({ ui }: Pick<SettingsFlow, 'ui'>): boolean =>
  ui.nodes.some(({ meta }) => meta.label?.id === disableLookupSecrets);

/** Whether backup codes are or would be an account's only second factor. @param except a node of one that is removed */
const wouldBeAlone = ({ ui }: Pick<SettingsFlow, 'ui'>, except?: UiNode): boolean =>
  !ui.nodes.some((node) => node !== except && lasting.includes(node.meta.label?.id));

/** Whether backup codes are an account's only second factor. */
export const areAlone = (flow: Pick<SettingsFlow, 'ui'>): boolean => hasCodes(flow) && wouldBeAlone(flow);

/** Whether backup codes, of which there are none yet, would be an account's only second factor. */
export const wouldStartAlone = (flow: Pick<SettingsFlow, 'ui'>): boolean =>
  wouldBeAlone(flow) && !hasCodes(flow);

/** Says that backup codes are the only second factor, or would be. */
export function OnlyCodes({ flow }: { flow: SettingsFlow }): ReactNode {
  if (!wouldBeAlone(flow)) return null;
  if (wouldStartAlone(flow))
    return (
      <p className={hintStyles.first}>
        <FormattedMessage id="settings.lookup_secret.first" />
      </p>
    );
  return (
    <Message severity="info" name="settings.lookup_secret.alone">
      <FormattedMessage id="settings.lookup_secret.alone" />
    </Message>
  );
}

/** Offers to turn the backup codes off together with the last other second factor; nothing for any other. */
export function CodesToo({ node }: { node: UiNode }): ReactNode {
  const { flow } = useFlowContext();
  if (!hasCodes(flow) || wouldBeAlone(flow) || !wouldBeAlone(flow, node)) return null;
  return (
    <>
      <p className={styles.consequence}>
        <FormattedMessage id="settings.lookup_secret.wouldBeAlone" />
      </p>
      <Checkbox
        name={nodeName.codesToo}
        value="true"
        defaultChecked
        label={<FormattedMessage id="settings.lookup_secret.too" />}
      />
    </>
  );
}
