import { hydrate } from '../hydrate.tsx';
import { VerificationPage } from '../pages/VerificationPage.tsx';

hydrate(VerificationPage);
