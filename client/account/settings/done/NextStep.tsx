import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import type { PageProps, WaitingSignIn } from '../../../../shared/page.ts';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import { submissionId, formId } from '../../../flow/form/formIds.ts';
import { nodesOf, type Form } from '../../../flow/model/forms.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import type { Done } from './useDone.ts';
import styles from './DoneMessage.module.css';

/** Whether an account has no backup codes yet, and can create some. */
function canCreateCodes(forms: Form[]): boolean {
  const codes = forms.find(({ id }) => id === nodeGroup.lookupSecret);
  const names = codes ? nodesOf(codes).map((node) => inputAttributes(node)?.name) : [];
  return names.includes(nodeName.regenerateLookupSecrets) && !names.includes(nodeName.disableLookupSecrets);
}

/** The destination after a recovery without a waiting application. */
const home = { url: '/' };

/** Whether a flow was begun by a recovery. */
const isRecovery = ({ request_url: url }: SettingsFlow): boolean =>
  URL.canParse(url) && new URL(url).pathname === '/self-service/recovery';

/**
 * The step after a change: backup codes, or the continuation of a recovery: the interrupted application, the link of a service,
 * or home.
 */
type Step = 'codes' | (WaitingSignIn & { service?: string });

/** Returns what follows the last change: backup codes after a second factor; after a new password, what a recovery interrupted. */
export function nextStep(
  done: Done | undefined,
  { flow, forms }: { flow: SettingsFlow; forms: Form[] },
  { waiting, notLinked: service }: Pick<PageProps['settings'], 'waiting' | 'notLinked'>,
): Step | undefined {
  if ((done?.what === 'totp' || done?.what === 'webauthn') && canCreateCodes(forms)) return 'codes';
  if (done?.what !== 'password') return undefined;
  if (waiting || !isRecovery(flow)) return waiting;
  return service ? { url: `#${anchorOf(nodeGroup.oidc)}`, service } : home;
}

/** Returns the catalogue key of the label of a step that is a link. */
function labelOf(step: WaitingSignIn & { service?: string }): string {
  if (step === home) return 'settings.done.home';
  if (step.service) return 'provider.1050002';
  return step.clientName === undefined ? 'settings.continueSignIn' : 'settings.done.continueTo';
}

/** Leads to the next step. */
export function NextStep({ step, busy }: { step: Step; busy: string | undefined }): ReactNode {
  if (step !== 'codes')
    return (
      <p className={styles.next}>
        <ButtonLink href={step.url} size="small">
          <FormattedMessage id={labelOf(step)} values={{ ...step, provider: step.service }} />
        </ButtonLink>
      </p>
    );
  const submit = { name: nodeName.regenerateLookupSecrets, value: 'true' };
  return (
    <>
      <p>
        <FormattedMessage id="settings.done.codesNext" />
      </p>
      <p className={styles.next}>
        <Button
          {...submit}
          form={formId(nodeGroup.lookupSecret)}
          size="small"
          busy={busy === submissionId(nodeGroup.lookupSecret, submit.name, submit.value)}
        >
          <FormattedMessage id="settings.done.createCodes" />
        </Button>
      </p>
    </>
  );
}
