import type { PageComponent } from '../../client/App.tsx';
import * as activity from '../../client/account/activityPage.ts';
import * as first from '../../client/account/firstPages.ts';
import * as later from '../../client/account/laterPages.ts';
import * as settings from '../../client/account/settingsPage.ts';
import * as oauth2 from '../../client/oauth2/pages.ts';
import type { PageName } from '../../shared/page.ts';

/** The component of each page. */
export const components: Record<PageName, PageComponent> = {
  ...first,
  ...later,
  ...settings,
  ...activity,
  ...oauth2,
};
