import type { ReactNode } from 'react';
import type { PageProps } from '../../shared/page.ts';
import { SettingsView } from './settings/SettingsView.tsx';

/** Manage the account of the signed-in user. */
export function SettingsPage({ flow, notice, logoutUrl, sessions }: PageProps['settings']): ReactNode {
  return <SettingsView flow={flow} notice={notice} logoutUrl={logoutUrl} sessions={sessions} />;
}
