import type { RequestHandler } from 'express';
import { credentialsPath } from '../../shared/credentials.ts';
import { verificationStatePath } from '../../shared/verificationState.ts';
import { doneAnchor } from '../../shared/flow/settingsChange.ts';
import { pageRow, type PagesOf } from '../../shared/pages.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Loader } from '../pages/loader.ts';
import { agreedFirst } from '../pages/agreedFirst.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Provider } from '../upstreams/provider.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { OwnersOf } from '../security/firstFactors.ts';
import type { NotMeLinks } from '../security/notMeLink.ts';
import type { Recorder } from '../store/recorder.ts';
import type { Settings } from '../settings/config.ts';
import type { Store } from '../store/store.ts';
import type { Store as Memory } from '../security/limits/stores.ts';
import type { Texts } from '../render/texts.ts';
import { orSignInAgain, signInAgain } from '../urls/links.ts';
import { sectionPath } from '../urls/paths.ts';
import { agreement, postAgreement } from './agreement.ts';
import { activity, postMails } from './activity.ts';
import { withdraw } from './applications.ts';
import { data } from './data/data.ts';
import { download } from './data/download.ts';
import { afterLogout, forgetOnYes, type FurtherLogout, logout, logoutLink, postLogout } from './logout.ts';
import { getCredentials } from './ownCredentials.ts';
import { headOfCodeLink, mailedLink, replacedLink, tokenLinks } from './mailedLink.ts';
import { postPreferences } from './preferences.ts';
import { alreadyLoggedOut, privilegedForm, privilegedPost } from './privilegedPost.ts';
import { justEnded, justWithdrawn } from '../security/cookies/notices.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';
import { endSessions } from './sessions.ts';
import { wellKnownPaths } from './wellKnown.ts';
import { postCameBack, postDeletion } from './data/deletion.ts';
import { error } from './error.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { recovery } from './recovery.ts';
import { registration } from './registration.ts';
import { secure } from './secure/securePage.ts';
import { openNotMe, postSecure, postUndo } from './secure/securePosts.ts';
import { settings } from './settings.ts';
import { verification } from './verification.ts';
import { getVerificationState } from './verificationState.ts';

/** A loader for each of the area's pages. */
const accountLoaders = (
  dependencies: BrowserCookies &
    Pick<Provider, 'hydra' | 'credentials' | 'identities'> &
    Pick<AccountNeeds, 'store' | 'links' | 'spentCodes'>,
): Record<PagesOf<'account'>, Loader> => ({
  home: home(dependencies),
  login: login(dependencies),
  registration: registration(dependencies),
  recovery: recovery(dependencies),
  verification: verification(dependencies),
  recoveryLink: mailedLink('recovery'),
  verificationLink: mailedLink('verification'),
  settings: settings(dependencies),
  activity: activity(dependencies.store),
  secure: secure(dependencies),
  data: data(dependencies),
  agreement,
  logout,
  error: error(dependencies),
  accessibility: () => ({ page: { name: 'accessibility', props: {} } }),
});

/** The OAuth2 part of the account's pages: sign-ins and logouts that applications ask for. */
interface ForApplications {
  /** Wraps the loader of a page that signs the user in. */
  signIn: (load: Loader) => Loader;
  /** Wraps the loader of a page on the way to a sign-in. */
  onTheWay: (load: Loader) => Loader;
  /** Wraps the loader of the page that asks whether to log out. */
  logout: (load: Loader) => Loader;
  /** Routes that answer a logout that an application asks for; each leaves any other to the next route. */
  postLogout: RequestHandler[][];
  furtherLogout: FurtherLogout;
}

interface AccountNeeds {
  settings: Settings;
  provider: Provider;
  browserCookies: BrowserCookies;
  /** Keeps what happened to accounts; without it, nobody does. */
  record?: Recorder | undefined;
  ownersOf: OwnersOf;
  page: Pages['page'];
  /** The texts of documents that are not pages. */
  texts: Texts;
  /** What the portal keeps; without it, there is no history. */
  store: Store | undefined;
  /** The links 'This was not me' of mails. */
  links: NotMeLinks;
  forApplications: ForApplications;
  /** Remembers the verifications in which there were too many wrong codes, for as long as they last. */
  spentCodes: Memory;
}

/** Creates the routes of the account area, signing in and changing the account, by their places in the order of a request. */
export function accountRoutes(needs: AccountNeeds) {
  const { settings, provider, browserCookies, record, ownersOf, page, texts, store, links, forApplications } =
    needs;
  const { kratos, hydra, credentials, identities } = provider;
  const loaders = accountLoaders({ ...needs, ...provider, ...browserCookies });

  const beforeKratos = exactRouter();
  for (const kind of ['recovery', 'verification'] as const) {
    const { path } = pageRow(`${kind}Link`);
    beforeKratos.get(path, tokenLinks(kind), page(loaders[`${kind}Link`]));
    beforeKratos.head(path, headOfCodeLink(kind));
  }

  beforeKratos.get(pageRow('verificationLink').path, replacedLink(browserCookies));
  beforeKratos.get('/self-service/logout/browser', logoutLink);
  beforeKratos.get(pageRow('secure').path, openNotMe(browserCookies));

  const reads = exactRouter();
  reads.get(credentialsPath, getCredentials({ kratos, read: credentials }));
  reads.get(verificationStatePath, getVerificationState({ identities, ...browserCookies }));

  const posts = exactRouter();
  posts.post('/logout', forgetOnYes(browserCookies));
  for (const route of forApplications.postLogout) posts.post('/logout', route);
  posts.post(
    '/logout',
    alreadyLoggedOut(browserCookies, ({ next }) => afterLogout(next, settings) ?? signInAgain({})),
    protectOrAskAgain(browserCookies, () => '/logout'),
    postLogout(kratos, settings, forApplications.furtherLogout, record && { record, ownersOf }),
  );
  const options = { kratos, settings, record, identities, hydra, store, links, ...browserCookies };
  posts.post(
    '/settings/sessions',
    privilegedPost(options, {
      page: sectionPath('sessions'),
      next: sectionPath(doneAnchor),
      make: async (fields, session, cookie) => {
        const ended = await endSessions(kratos, fields, session, cookie);
        return {
          happened: ended.devices > 0 ? { kind: 'sessionsEnded' } : undefined,
          setCookie: [justEnded.set(ended, settings.PORTAL_URL)],
        };
      },
    }),
  );
  posts.post(
    '/settings/applications',
    privilegedPost(options, {
      page: sectionPath('applications'),
      next: sectionPath(doneAnchor),
      make: async (fields, session) => ({
        happened: await withdraw(hydra, fields, session),
        setCookie: [justWithdrawn.set(settings.PORTAL_URL), browserCookies.consentDecision.expired],
      }),
    }),
  );
  posts.post(
    '/activity/mails',
    protectOrAskAgain(browserCookies, orSignInAgain(pageRow('activity').path)),
    postMails({ store, kratos, record, settings }),
  );
  posts.post(pageRow('secure').path, postSecure(options));
  posts.post(`${pageRow('secure').path}/undo`, postUndo(options));
  posts.post(
    '/data/download',
    privilegedForm(options, pageRow('data').path, download({ settings, provider, store, texts, record })),
  );
  posts.post(
    pageRow('agreement').path,
    protectOrAskAgain(browserCookies, orSignInAgain('/')),
    postAgreement(options),
  );
  posts.post('/data/delete', postDeletion(options));
  posts.post('/data/back', protectOrAskAgain(browserCookies, orSignInAgain('/')), postCameBack(options));
  posts.post('/preferences', browserCookies.csrf.protectPreferences, postPreferences(settings));

  return {
    /** The well-known URLs, served without a visitor. */
    wellKnown: wellKnownPaths(settings),
    /** Answers mailed links before they reach Kratos. */
    beforeKratos,
    /** A loader for each of its pages. */
    loaders: {
      ...loaders,
      home: agreedFirst(loaders.home, settings),
      settings: agreedFirst(loaders.settings, settings),
      activity: agreedFirst(loaders.activity, settings),
      login: forApplications.signIn(loaders.login),
      registration: forApplications.signIn(loaders.registration),
      recovery: forApplications.onTheWay(loaders.recovery),
      verification: forApplications.onTheWay(loaders.verification),
      logout: forApplications.logout(loaders.logout),
    } satisfies Record<PagesOf<'account'>, Loader>,
    /** The data that its pages' scripts read. */
    reads,
    /** Handles the posts of its forms, whose bodies have been parsed. */
    posts,
  };
}
