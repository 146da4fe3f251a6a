import { hydrate } from '../hydrate.tsx';
import { RecoveryPage } from '../pages/RecoveryPage.tsx';

hydrate(RecoveryPage);
