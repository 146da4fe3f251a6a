import { hydrate } from '../hydrate.tsx';
import { LoginPage } from '../pages/LoginPage.tsx';

hydrate(LoginPage);
