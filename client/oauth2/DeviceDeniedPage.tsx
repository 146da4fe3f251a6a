import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '../ui/Card.tsx';
import { TextLink } from '../ui/TextLink.tsx';

/** Says that the user has denied a device, and how to sign in another one. */
export function DeviceDeniedPage(): ReactNode {
  return (
    <Card
      title={<FormattedMessage id="deviceDenied.title" />}
      subtitle={<FormattedMessage id="deviceDenied.subtitle" />}
    >
      <p>
        <TextLink href="/device">
          <FormattedMessage id="device.title" />
        </TextLink>
      </p>
    </Card>
  );
}
