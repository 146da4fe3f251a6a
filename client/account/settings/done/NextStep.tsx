import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow, UiNode } from '@ory/client';
import type { PageProps, WaitingSignIn } from '../../../../shared/page.ts';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import { providerName } from '../../../../shared/flow/providerName.ts';
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
type Step = 'codes' | WaitingSignIn | { link: UiNode };

/** Returns what follows the last change: backup codes after a second factor; after a new password, what a recovery interrupted. */
export function nextStep(
  done: Done | undefined,
  { flow, forms }: { flow: SettingsFlow; forms: Form[] },
  { waiting, notLinked: service }: Pick<PageProps['settings'], 'waiting' | 'notLinked'>,
): Step | undefined {
  if ((done?.what === 'totp' || done?.what === 'webauthn') && canCreateCodes(forms)) return 'codes';
  if (done?.what !== 'password') return undefined;
  if (waiting || !isRecovery(flow)) return waiting;
  const link = flow.ui.nodes.find((node) => {
    const input = inputAttributes(node);
    return input?.name === nodeName.link && input.value === service;
  });
  return link ? { link } : home;
}

/** Returns the catalogue key of the label of a step that is a link. */
function labelOf(step: WaitingSignIn): string {
  if (step === home) return 'settings.done.home';
  return step.clientName === undefined ? 'settings.continueSignIn' : 'settings.done.continueTo';
}

/** Leads to the next step. */
export function NextStep({ step, busy }: { step: Step; busy: string | undefined }): ReactNode {
  const buttonOf = (group: string, name: string, value: string): ComponentProps<typeof Button> => ({
    name,
    value,
    form: formId(group),
    size: 'small',
    busy: busy === submissionId(group, name, value),
  });
  if (step === 'codes')
    return (
      <>
        <p>
          <FormattedMessage id="settings.done.codesNext" />
        </p>
        <p className={styles.next}>
          <Button {...buttonOf(nodeGroup.lookupSecret, nodeName.regenerateLookupSecrets, 'true')}>
            <FormattedMessage id="settings.done.createCodes" />
          </Button>
        </p>
      </>
    );
  return (
    <p className={styles.next}>
      {'url' in step ? (
        <ButtonLink href={step.url} size="small">
          <FormattedMessage id={labelOf(step)} values={{ ...step }} />
        </ButtonLink>
      ) : (
        <Button
          {...buttonOf(step.link.group, nodeName.link, String(inputAttributes(step.link)?.value))}
          formNoValidate
        >
          <FormattedMessage id="provider.1050002" values={{ provider: providerName(step.link) }} />
        </Button>
      )}
    </p>
  );
}
