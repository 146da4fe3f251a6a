import type { PageContext } from '../../shared/page.ts';

/** A page context of a signed-out visitor. */
export const someContext: PageContext = {
  locale: 'en',
  product: 'Stetho',
  theme: 'system',
  path: '/login?return_to=%2F',
  csrfToken: 'portal-token',
  customerPortalUrl: 'https://customers.example/',
  identityServiceUrl: 'http://localhost:3000',
};
