import { hydrate } from '../hydrate.tsx';
import { SettingsPage } from '../pages/SettingsPage.tsx';

hydrate(SettingsPage);
