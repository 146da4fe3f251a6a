import * as first from './account/firstPages.ts';
import { hydrate } from './hydrate.tsx';

void hydrate({
  first,
  later: { account: () => import('./account/laterPages.ts'), oauth2: () => import('./oauth2/pages.ts') },
  firstUse: () => import('./flow/firstUse.ts'),
});
