import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';

/** Says that a device is signed in, and where its access can be withdrawn. */
export function DeviceDonePage(): ReactNode {
  return (
    <Card
      sign="success"
      title={<FormattedMessage id="deviceDone.title" />}
      subtitle={<FormattedMessage id="deviceDone.subtitle" />}
    >
      <ButtonLink href="/settings#applications" variant="quiet">
        <FormattedMessage id="deviceDone.applications" />
      </ButtonLink>
    </Card>
  );
}

/** Says that the user has denied a device, and how to sign in another one. */
export function DeviceDeniedPage(): ReactNode {
  return (
    <Card
      title={<FormattedMessage id="deviceDenied.title" />}
      subtitle={<FormattedMessage id="deviceDenied.subtitle" />}
    >
      <ButtonLink href="/device">
        <FormattedMessage id="device.title" />
      </ButtonLink>
    </Card>
  );
}
