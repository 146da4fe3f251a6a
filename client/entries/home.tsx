import { hydrate } from '../hydrate.tsx';
import { HomePage } from '../pages/HomePage.tsx';

hydrate(HomePage);
