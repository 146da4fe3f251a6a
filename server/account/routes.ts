import type { RequestHandler, Router } from 'express';
import { credentialsPath } from '../../shared/credentials.ts';
import { fieldsOf } from '../../shared/fields.ts';
import type { PagesOf } from '../../shared/pages.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Loader } from '../pages/loader.ts';
import type { Provider } from '../provider/provider.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Settings } from '../settings/config.ts';
import { signInAgain } from '../urls/links.ts';
import { alreadyLoggedOut } from './alreadyLoggedOut.ts';
import { applicationsAnchor, postApplications } from './applications.ts';
import { changePassword, changePasswordPath } from './changePassword.ts';
import { forgetOnYes } from './forgetOnYes.ts';
import { accountLoaders } from './loaders.ts';
import { afterLogout, postLogout, type LogoutOptions } from './logout.ts';
import { getCredentials } from './ownCredentials.ts';
import { passkeyEndpoints, passkeyEndpointsPath } from './passkeyEndpoints.ts';
import { postPreferences } from './preferences.ts';
import { sectionAfterSignIn } from './privilegedSession.ts';
import { postSessions } from './sessions.ts';

/** What the applications that sign users in here add to the account's pages. */
interface ForApplications {
  /** The loader of a page that signs somebody in. */
  signIn: (load: Loader) => Loader;
  /** The loader of the page that asks whether to log out. */
  logout: (load: Loader) => Loader;
  /** Answers a logout that an application asks for, and leaves any other to the next route. */
  postLogout: RequestHandler[];
  furtherLogout: LogoutOptions['furtherLogout'];
}

interface AccountNeeds {
  settings: Settings;
  provider: Provider;
  browserCookies: BrowserCookies;
  forApplications: ForApplications;
}

/** What the area serves, each part at its place on a request's way. */
export interface AccountRoutes {
  /** What password managers ask for, without a visitor. */
  wellKnown: Router;
  /** The loader of each of its pages. */
  loaders: Record<PagesOf<'account'>, Loader>;
  /** What scripts of its pages read. */
  reads: Router;
  /** Takes its forms, whose bodies have been read. */
  posts: Router;
}

/** Creates the routes of the area that signs users in, and where they change their account. */
export function accountRoutes({
  settings,
  provider,
  browserCookies,
  forApplications,
}: AccountNeeds): AccountRoutes {
  const { kratos, hydra, credentials } = provider;
  const { cookies, csrf } = browserCookies;
  const loaders = accountLoaders({ ...browserCookies, hydra, credentials });

  const wellKnown = exactRouter();
  wellKnown.get(passkeyEndpointsPath, passkeyEndpoints(settings.PORTAL_URL));
  wellKnown.get(changePasswordPath, changePassword);

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
