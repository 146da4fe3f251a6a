import { hydrate } from '../hydrate.tsx';
import { LogoutPage } from '../pages/LogoutPage.tsx';

hydrate(LogoutPage);
