import type { ReactNode } from 'react';
import type { PageProps } from '../../shared/page.ts';
import { SettingsView } from './settings/SettingsView.tsx';
import { useProfileLanguage } from './settings/profile/useProfileLanguage.ts';

/** The page that manages the signed-in user's account. */
export function SettingsPage(props: PageProps['settings']): ReactNode {
  const onFlow = useProfileLanguage(props.flow);
  return <SettingsView {...props} onFlow={onFlow} />;
}
