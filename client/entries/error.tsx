import { hydrate } from '../hydrate.tsx';
import { ErrorPage } from '../pages/ErrorPage.tsx';

hydrate(ErrorPage);
