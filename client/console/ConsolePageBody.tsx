import type { ComponentType, ReactNode } from 'react';
import type { ConsoleRole } from '../../shared/console/acts.ts';
import type { ConsolePage, ConsolePageName, ConsoleProps } from '../../shared/console/pages.ts';
import { ActPage, SecretPage } from './ActPage.tsx';
import { ApplicationPage } from './ApplicationPage.tsx';
import { EditPage } from './EditPage.tsx';
import { FailedPage, ForbiddenPage } from './FailedPage.tsx';
import { ApplicationsPage, LimitedPage, MailsPage, SessionsPage } from './ListPages.tsx';
import { LogPage } from './LogPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { FindPage, PeoplePage } from './PeoplePage.tsx';
import { PersonPage } from './PersonPage.tsx';

/** The component of each page. */
const pages: { [Name in ConsolePageName]: ComponentType<ConsoleProps[Name] & { role: ConsoleRole }> } = {
  overview: OverviewPage,
  people: PeoplePage,
  find: FindPage,
  person: PersonPage,
  edit: EditPage,
  sessions: SessionsPage,
  mails: MailsPage,
  limited: LimitedPage,
  applications: ApplicationsPage,
  application: ApplicationPage,
  log: LogPage,
  act: ActPage,
  secret: SecretPage,
  forbidden: ForbiddenPage,
  failed: FailedPage,
};

/** What a page shows within the frame. */
export function ConsolePageBody({ page, role }: { page: ConsolePage; role: ConsoleRole }): ReactNode {
  const Body = pages[page.name] as ComponentType<object & { role: ConsoleRole }>;
  return <Body {...page.props} role={role} />;
}
