import { hydrate } from '../hydrate.tsx';
import { ErrorPage } from '../pages/ErrorPage.tsx';
import { HomePage } from '../pages/HomePage.tsx';
import { LogoutPage } from '../pages/LogoutPage.tsx';

hydrate({ home: HomePage, logout: LogoutPage, error: ErrorPage });
