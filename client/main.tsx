import * as first from './account/firstPages.ts';
import { hydrate } from './hydrate.tsx';

const start = (): Promise<void> =>
  hydrate({
    first,
    later: {
      account: () => import('./account/laterPages.ts'),
      oauth2: () => import('./oauth2/pages.ts'),
      settings: () => import('./account/settingsPage.ts'),
      activity: () => import('./account/activityPage.ts'),
    },
    firstUse: () => import('./flow/firstUse.ts'),
  });

// a task of its own: on a phone, evaluating these modules takes long enough
setTimeout(() => void start());
