import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode, UiText } from '@ory/client';
import { messageText } from '../../../flow/messages/messageText.ts';
import { nodeTitle } from '../../../flow/messages/nodeTitle.ts';
import { isButton } from '../../../../shared/flow/inputAttributes.ts';
import { nodesOf, type Form } from '../../../flow/model/forms.ts';
import { usePageContext } from '../../../shell/PageContext.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { NodeView } from '../../../flow/nodes/NodeView.tsx';
import { dataNode } from '../../../flow/model/node.ts';
import { useFlowContext } from '../../../flow/FlowContext.ts';
import { SecretText } from './SecretText.tsx';
import { SetUp } from './SetUp.tsx';
import styles from './TotpSetup.module.css';

/** The enrolment of an authenticator app: a QR code and its secret, and the fields that prove that it was scanned. */
interface Enrolment {
  picture: UiNode;
  secret: UiNode;
  others: UiNode[];
}

/** Returns the enrolment that a section offers; undefined if the app is set up, or the provider sends something else. */
export function enrolmentIn(form: Form): Enrolment | undefined {
  const nodes = nodesOf(form);
  const picture = nodes.find(({ attributes }) => attributes.node_type === 'img');
  const secret = nodes.find(({ attributes }) => attributes.node_type === 'text');
  return (
    picture &&
    secret && { picture, secret, others: nodes.filter((node) => node !== picture && node !== secret) }
  );
}

const isNoButton = (node: UiNode): boolean => !isButton(node);

/** Sets up an authenticator app in two steps: scan the QR code or copy the secret, then type the code. */
export function TotpSetup({ picture, secret, others }: Enrolment): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const { product, signedInAddress = '' } = usePageContext();
  /** What the picture says, for an app on the same phone (Key Uri Format). */
  const appUrl = (text: UiText): string => {
    const label = [product, signedInAddress].map(encodeURIComponent).join(':');
    const query = new URLSearchParams({ secret: messageText(intl, text, now), issuer: product });
    return `otpauth://totp/${label}?${query.toString()}`;
  };
  const failed = [picture, secret, ...others].some(({ messages }) => messages.length > 0);
  return (
    <SetUp open={failed}>
      {(cancel) => (
        <ol className={styles.steps}>
          <li>
            <h3>
              <FormattedMessage id="settings.totp.scan" />
            </h3>
            {secret.attributes.node_type === 'text' && (
              <ButtonLink href={appUrl(secret.attributes.text)} variant="quiet" className={styles.app}>
                <FormattedMessage id="settings.totp.openApp" />
              </ButtonLink>
            )}
            <div className={styles.scan}>
              <div className={styles.picture}>
                <NodeView node={picture} />
              </div>
              <div {...dataNode(secret)} className={styles.secret}>
                <p>{nodeTitle(intl, secret, now)}</p>
                {secret.attributes.node_type === 'text' && (
                  <SecretText
                    id={secret.attributes.id}
                    text={messageText(intl, secret.attributes.text, now)}
                  />
                )}
              </div>
            </div>
          </li>
          <li>
            <h3>
              <FormattedMessage id="settings.totp.type" />
            </h3>
            {others.filter(isNoButton).map((node, index) => (
              <NodeView key={index} node={node} />
            ))}
            <div className={styles.buttons}>
              {others.filter(isButton).map((node, index) => (
                <NodeView key={index} node={node} />
              ))}
              {cancel}
            </div>
          </li>
        </ol>
      )}
    </SetUp>
  );
}
