import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '../ui/Card.tsx';
import { TextLink } from '../ui/TextLink.tsx';

/** Says that a device is signed in, and where its access can be withdrawn. */
export function DeviceDonePage(): ReactNode {
  return (
    <Card
      sign="success"
      title={<FormattedMessage id="deviceDone.title" />}
      subtitle={<FormattedMessage id="deviceDone.subtitle" />}
    >
      <p>
        <TextLink href="/settings#applications">
          <FormattedMessage id="deviceDone.applications" />
        </TextLink>
      </p>
    </Card>
  );
}
