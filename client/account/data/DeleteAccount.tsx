import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { FormToken } from '../../shell/FormToken.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataSection } from './DataSection.tsx';
import { TickedBox } from '../agreement/TickedBox.tsx';
import styles from './DataSection.module.css';

const bin = 'M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7M10.500 10.500v6M13.500 10.500v6';

/** Deletes the account, after a time in which it can come back. */
export function DeleteAccount({
  graceDays,
  isNotTicked,
}: {
  graceDays: number;
  isNotTicked?: boolean | undefined;
}): ReactNode {
  // a second post would find that the first has ended the session
  const [isSent, setSent] = useState(false);
  return (
    <DataSection
      id="delete"
      icon={bin}
      title={<FormattedMessage id="data.delete.title" />}
      text={<FormattedMessage id="data.delete.lead" />}
    >
      <p>
        <FormattedMessage id="data.delete.grace" values={{ days: graceDays }} />
      </p>
      <form
        action="/data/delete"
        method="post"
        noValidate
        className={styles.choices}
        onSubmit={() => setSent(true)}
      >
        <FormToken />
        <TickedBox
          name="confirm"
          value="true"
          isNotTicked={isNotTicked}
          label={<FormattedMessage id="data.delete.confirm" />}
        />
        <Button size="small" variant="danger" busy={isSent}>
          <FormattedMessage id="data.delete.action" />
        </Button>
      </form>
    </DataSection>
  );
}
