import type { ReactNode } from 'react';
import { FormattedMessage, RawIntlProvider, useIntl, type IntlShape } from 'react-intl';
import { consoleDestinations } from '../../shared/console/acts.ts';
import type { ConsoleContext, ConsolePage } from '../../shared/console/pages.ts';
import { languageTag } from '../../shared/messages/locales.ts';
import { LanguageMenu } from '../shell/LanguageMenu.tsx';
import { PageContextProvider } from '../shell/PageContext.tsx';
import { ThemeMenu } from '../shell/ThemeMenu.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Glyph, Icon } from '../ui/Icon.tsx';
import { consoleIcons } from './consoleIcons.ts';
import { ConsolePageBody } from './ConsolePageBody.tsx';
import { Dialogs } from './Dialogs.tsx';
import { pageTitle } from './pageTitle.ts';
import parts from './Console.module.css';
import controls from './Controls.module.css';
import styles from './Frame.module.css';

/** The destination that a page belongs to. */
const destinationOf: Partial<Record<ConsolePage['name'], (typeof consoleDestinations)[number]['name']>> = {
  person: 'people',
  edit: 'people',
  find: 'people',
  application: 'applications',
};

interface DocumentProps {
  page: ConsolePage;
  context: ConsoleContext;
  intl: IntlShape;
  assets: {
    styles: string;
    favicon: string;
    fonts: string[];
    console: { script: string; styles: string };
  };
  nonce: string;
}

/** A page of the console as a document. Only the server renders it. */
export function ConsoleDocument({ page, context, intl, assets, nonce }: DocumentProps): ReactNode {
  const { theme, locale, savesData } = context;
  return (
    <html
      lang={languageTag(locale)}
      data-theme={theme === 'system' ? undefined : theme}
      data-saves-data={savesData ? '' : undefined}
      data-page={`console-${page.name}`}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <title>{`${pageTitle(intl, page)} – ${context.product} – ${intl.formatMessage({ id: 'console.title' })}`}</title>
        <link rel="icon" href={assets.favicon} />
        {!savesData &&
          assets.fonts.map((url) => (
            <link key={url} rel="preload" as="font" type="font/woff2" href={url} crossOrigin="" />
          ))}
        <link rel="stylesheet" href={assets.styles} />
        <link rel="stylesheet" href={assets.console.styles} />
        <script type="module" nonce={nonce} src={assets.console.script} />
      </head>
      <body>
        <RawIntlProvider value={intl}>
          <PageContextProvider context={context}>
            <Frame page={page} context={context} />
          </PageContextProvider>
        </RawIntlProvider>
      </body>
    </html>
  );
}

/** The frame of every page: header with the search, navigation, the page, and the choice of language and theme. */
function Frame({ page, context }: Pick<DocumentProps, 'page' | 'context'>): ReactNode {
  const { formatMessage } = useIntl();
  const current = destinationOf[page.name] ?? page.name;
  return (
    <div className={styles.console}>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="nav.skip" />
      </a>
      <header className={styles.top}>
        <p className={styles.menu}>
          <button
            type="button"
            className={controls.button}
            popoverTarget="rail"
            aria-label={formatMessage({ id: 'nav.menu' })}
          >
            <Glyph path={consoleIcons.menu} />
          </button>
        </p>
        <a className={styles.brand} href="/manage">
          <Mark />
          <span>{context.product}</span>
          <span className={styles.where}>
            <FormattedMessage id="console.title" />
          </span>
        </a>
        <form
          className={styles.find}
          role="search"
          aria-label={formatMessage({ id: 'console.palette.label' })}
          action="/manage/find"
        >
          <Glyph path={consoleIcons.find} />
          <label className={parts.hidden} htmlFor="find">
            <FormattedMessage id="console.find.label" />
          </label>
          <input
            id="find"
            name="q"
            type="search"
            autoComplete="off"
            aria-keyshortcuts="Control+K"
            placeholder={formatMessage({ id: 'console.find.placeholder' })}
          />
        </form>
        <a className={styles.me} href="/settings">
          <Icon name="profile" />
          <span>{context.signedInAs}</span>
        </a>
      </header>
      <div className={styles.frame}>
        <nav
          id="rail"
          popover="auto"
          className={styles.rail}
          aria-label={formatMessage({ id: 'console.title' })}
        >
          <ul>
            {consoleDestinations.map(({ name, path, key }) => (
              <li key={name}>
                <a href={path} aria-current={name === current ? 'page' : undefined} data-key={key}>
                  <Glyph path={consoleIcons[name]} />
                  <FormattedMessage id={`console.nav.${name}`} />
                </a>
              </li>
            ))}
          </ul>
          {page.name !== 'failed' && (
            <p className={styles.role}>
              <FormattedMessage id={`console.role.${context.role}`} />
            </p>
          )}
        </nav>
        <main id="main" className={styles.main} tabIndex={-1}>
          <ConsolePageBody page={page} role={context.role} />
        </main>
      </div>
      <footer className={styles.footer}>
        <LanguageMenu />
        <ThemeMenu />
        <button type="button" id="show-keys" className={controls.button} hidden>
          <FormattedMessage id="console.keys.title" />
        </button>
        <a href="/logout">
          <FormattedMessage id="nav.logout" />
        </a>
      </footer>
      <Dialogs />
    </div>
  );
}
