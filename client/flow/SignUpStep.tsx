import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Flow } from '../../shared/page.ts';
import { chooseCredential } from '../../shared/flow/messageId.ts';
import { signUpStep } from './model/signUp.ts';
import styles from './FlowView.module.css';

/** The current step of a two-step sign-up, and the purpose of the second one; announced when it changes. */
export function SignUpStep({ flow }: { flow: Flow }): ReactNode {
  const step = signUpStep(flow);
  return (
    step && (
      <div role="status" className={styles.step} data-step={step}>
        {flow.ui.messages?.some(({ id }) => id === chooseCredential) && (
          <p data-message={chooseCredential}>
            <FormattedMessage id={`provider.${chooseCredential}`} />
          </p>
        )}
        <FormattedMessage id="registration.step" values={{ step }} />
      </div>
    )
  );
}
