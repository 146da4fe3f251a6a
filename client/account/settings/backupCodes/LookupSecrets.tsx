import type { ReactNode } from 'react';
import { useIntl, FormattedMessage } from 'react-intl';
import type { UiText } from '@ory/client';
import { messageText } from '../../../flow/messages/messageText.ts';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { useFlowContext } from '../../../flow/FlowContext.ts';
import styles from './LookupSecrets.module.css';
import { lookupSecretUsed } from '../../../../shared/flow/messageId.ts';
import { usePageContext } from '../../../shell/PageContext.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useCopy } from '../parts/useCopy.ts';

/** Prints only the codes, not the rest of the page. */
function print(list: string): void {
  const root = document.getElementById(list);
  root?.classList.add(styles.printing ?? '');
  window.print();
  root?.classList.remove(styles.printing ?? '');
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface LookupActionsProps {
  /** The id of the element that shows the codes. */
  list: string;
  /** The codes that can still be used. */
  codes: string[];
}

/** Buttons to keep backup codes: copy, download, print. */
function LookupActions({ list, codes }: LookupActionsProps): ReactNode {
  const { product } = usePageContext();
  const [copied, copy] = useCopy();
  const text = `${codes.join('\n')}\n`;
  const actions = {
    copy: () => copy(text),
    print: () => print(list),
    download: () => download(`${product}-backup-codes.txt`, text),
  };
  return (
    <div className={styles.actions}>
      {Object.entries(actions).map(([name, act]) => (
        <Button key={name} type="button" size="small" variant="quiet" onClick={act}>
          <FormattedMessage id={`settings.lookup_secret.${name}`} />
        </Button>
      ))}
      <p role="status" className={styles.status}>
        {copied && <FormattedMessage id={`settings.lookup_secret.${copied}`} />}
      </p>
    </div>
  );
}

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
