import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { SettingsView } from '../flow/SettingsView.tsx';
import { Card } from '../ui/Card.tsx';

/** Manage the account: one form a method. */
export function SettingsPage({ flow, notice }: PageProps['settings']): ReactNode {
  return (
    <Card
      size="wide"
      title={<FormattedMessage id="settings.title" />}
      subtitle={<FormattedMessage id="settings.subtitle" />}
    >
      <SettingsView flow={flow} notice={notice} />
    </Card>
  );
}
