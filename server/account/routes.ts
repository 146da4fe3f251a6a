import type { RequestHandler, Router } from 'express';
import { credentialsPath } from '../../shared/credentials.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { pageRow, type PagesOf } from '../../shared/pages.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Loader } from '../pages/loader.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Provider } from '../provider/provider.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Settings } from '../settings/config.ts';
import { signInAgain } from '../urls/links.ts';
import { alreadyLoggedOut } from './alreadyLoggedOut.ts';
import { applicationsAnchor, postApplications } from './applications.ts';
import { changePassword, changePasswordPath } from './changePassword.ts';
import { forgetOnYes, afterLogout, postLogout, type LogoutOptions } from './logout.ts';
import { accountLoaders } from './loaders.ts';
import { getCredentials } from './ownCredentials.ts';
import { tokenLinks } from './mailedLink.ts';
import { passkeyEndpoints, passkeyEndpointsPath } from './passkeyEndpoints.ts';
import { postPreferences } from './preferences.ts';
import { sectionAfterSignIn } from './privilegedSession.ts';
import { postSessions } from './sessions.ts';

/** The OAuth2 part of the account's pages: sign-ins and logouts that applications ask for. */
interface ForApplications {
  /** Wraps the loader of a page that signs the user in. */
  signIn: (load: Loader) => Loader;
  /** Wraps the loader of the page that asks whether to log out. */
  logout: (load: Loader) => Loader;
  /** Answers a logout that an application asks for, and leaves any other to the next route. */
  postLogout: RequestHandler[];
  furtherLogout: LogoutOptions['furtherLogout'];
}

interface AccountNeeds {
  settings: Settings;
  provider: Provider;
  browserCookies: BrowserCookies;
  page: Pages['page'];
  forApplications: ForApplications;
}

/** The area's routes, one member for each place in the order of a request. */
export interface AccountRoutes {
  /** The well-known URLs for password managers, served without a visitor. */
  wellKnown: Router;
  /** Answers mailed links before they reach Kratos. */
  beforeKratos: Router;
  /** A loader for each of its pages. */
  loaders: Record<PagesOf<'account'>, Loader>;
  /** The data that its pages' scripts read. */
  reads: Router;
  /** Handles the posts of its forms, whose bodies have been parsed. */
  posts: Router;
}

/** Creates the routes of the account area: signing in, and changing the account. */
export function accountRoutes({
  settings,
  provider,
  browserCookies,
  page,
  forApplications,
}: AccountNeeds): AccountRoutes {
  const { kratos, hydra, credentials } = provider;
  const { cookies, csrf } = browserCookies;
  const loaders = accountLoaders({ ...browserCookies, hydra, credentials });

  const wellKnown = exactRouter();
  wellKnown.get(passkeyEndpointsPath, passkeyEndpoints(settings.PORTAL_URL));
  wellKnown.get(changePasswordPath, changePassword);

  const beforeKratos = exactRouter();
  for (const kind of ['recovery', 'verification'] as const)
    beforeKratos.get(pageRow(`${kind}Link`).path, tokenLinks(kind), page(loaders[`${kind}Link`]));

  const reads = exactRouter();
  reads.get(credentialsPath, getCredentials({ kratos, read: credentials }));

  const posts = exactRouter();
  posts.post('/logout', forgetOnYes(browserCookies));
  posts.post('/logout', forApplications.postLogout);
  posts.post(
    '/logout',
    alreadyLoggedOut(cookies, ({ body }) => afterLogout(fieldsOf(body).next, settings) ?? signInAgain({})),
    csrf.protect,
    postLogout({ kratos, settings, furtherLogout: forApplications.furtherLogout }),
  );
  posts.post(
    '/settings/sessions',
    alreadyLoggedOut(cookies, () => sectionAfterSignIn('sessions', settings)),
    csrf.protect,
    postSessions({ kratos, settings }),
  );
  posts.post(
    '/settings/applications',
    alreadyLoggedOut(cookies, () => sectionAfterSignIn(applicationsAnchor, settings)),
    csrf.protect,
    postApplications({ hydra, kratos, settings }),
  );
  posts.post('/preferences', csrf.protectPreferences, postPreferences(settings));

  return {
    wellKnown,
    beforeKratos,
    loaders: {
      ...loaders,
      login: forApplications.signIn(loaders.login),
      registration: forApplications.signIn(loaders.registration),
      logout: forApplications.logout(loaders.logout),
    },
    reads,
    posts,
  };
}
