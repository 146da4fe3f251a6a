import type { ReactNode } from 'react';
import type { PageProps } from '../../shared/page.ts';
import { SettingsView } from './settings/SettingsView.tsx';

/** Manage the account of the signed-in user. */
export function SettingsPage(props: PageProps['settings']): ReactNode {
  return <SettingsView {...props} />;
}
