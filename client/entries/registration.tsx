import { hydrate } from '../hydrate.tsx';
import { RegistrationPage } from '../pages/RegistrationPage.tsx';

hydrate(RegistrationPage);
