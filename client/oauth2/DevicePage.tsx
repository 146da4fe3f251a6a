import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';
import styles from './DevicePage.module.css';

/** Asks for the code that a device shows; the answer is a POST, so that a link cannot sign a device in. */
export function DevicePage({ challenge, userCode, problem }: PageProps['device']): ReactNode {
  const error = problem && {
    id: `device.${problem}`,
    severity: 'error' as const,
    text: <FormattedMessage id={`device.${problem}`} />,
  };
  return (
    <Card title={<FormattedMessage id="device.title" />} subtitle={<FormattedMessage id="device.subtitle" />}>
      <form action="/device" method="post" className={styles.form} noValidate>
        <FormToken />
        <input type="hidden" name="device_challenge" value={challenge} />
        <Field
          name="user_code"
          label={<FormattedMessage id="device.userCode" />}
          hint={<FormattedMessage id="device.hint" />}
          messages={error ? [error] : []}
          defaultValue={userCode}
          required
          // the focus is where the code is typed or corrected
          {...((problem ?? userCode === '') && { autoFocus: true })}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="text"
        />
        <Message severity="info" name="device.warning">
          <FormattedMessage id="device.warning" />
        </Message>
        <Button size="large">
          <FormattedMessage id="device.continue" />
        </Button>
      </form>
    </Card>
  );
}
