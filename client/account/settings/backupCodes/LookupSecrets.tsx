import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiText } from '@ory/client';
import { messageText } from '../../../flow/messages/messageText.ts';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { useFlowContext } from '../../../flow/FlowContext.ts';
import { LookupActions } from './LookupActions.tsx';
import styles from './LookupSecrets.module.css';
import { lookupSecretUsed } from '../../../../shared/flow/messageId.ts';

/** Backup codes: the unused ones to read and keep, the used ones struck through. */
export function LookupSecrets({ id, secrets }: { id: string; secrets: UiText[] }): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const scripts = useHydrated();
  const codes = secrets
    .filter((secret) => secret.id !== lookupSecretUsed)
    .map((secret) => messageText(intl, secret, now));
  return (
    <>
      <ol id={id} className={styles.secrets}>
        {secrets.map((secret, index) => (
          <li key={index}>
            {secret.id === lookupSecretUsed ? (
              <s className={styles.used} suppressHydrationWarning>
                {messageText(intl, secret, now)}
              </s>
            ) : (
              <code>{messageText(intl, secret, now)}</code>
            )}
          </li>
        ))}
      </ol>
      {scripts && codes.length > 0 && <LookupActions list={id} codes={codes} />}
    </>
  );
}
