import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageContext } from '../shell/PageContext.tsx';
import { Card } from '../ui/Card.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import styles from './AccessibilityPage.module.css';

/** The accessibility statement: conformance, testing, known limits, and contact. */
export function AccessibilityPage(): ReactNode {
  const { supportEmail } = usePageContext();
  return (
    <Card
      size="wide"
      title={<FormattedMessage id="accessibility.title" />}
      subtitle={<FormattedMessage id="accessibility.lead" />}
    >
      <div className={styles.statement}>
        <h2>
          <FormattedMessage id="accessibility.conformance.title" />
        </h2>
        <p>
          <FormattedMessage id="accessibility.conformance.text" />
        </p>
        <List
          texts={[
            'accessibility.conformance.keyboard',
            'accessibility.conformance.zoom',
            'accessibility.conformance.scripts',
            'accessibility.conformance.preferences',
          ]}
        />
        <h2>
          <FormattedMessage id="accessibility.testing.title" />
        </h2>
        <p>
          <FormattedMessage id="accessibility.testing.text" />
        </p>
        <h2>
          <FormattedMessage id="accessibility.limits.title" />
        </h2>
        <List
          texts={[
            'accessibility.limits.keys',
            'accessibility.limits.qrCode',
            'accessibility.limits.expiry',
            'accessibility.limits.others',
          ]}
        />
        {supportEmail && (
          <>
            <h2>
              <FormattedMessage id="accessibility.contact.title" />
            </h2>
            <p>
              <FormattedMessage
                id="accessibility.contact.email"
                values={{ email: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> }}
              />
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

/** A list of texts, by their catalogue keys. */
function List({ texts }: { texts: string[] }): ReactNode {
  return (
    <ul className={styles.list}>
      {texts.map((id) => (
        <li key={id}>
          <FormattedMessage id={id} />
        </li>
      ))}
    </ul>
  );
}
