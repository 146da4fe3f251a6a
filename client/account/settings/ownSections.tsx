import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Applications } from './applications/Applications.tsx';
import { describeApplications } from './applications/describeApplications.ts';
import type { AccountState, Describe } from './overview/overview.ts';
import { settingsIcons } from './parts/settingsIcons.ts';
import { describeDevices } from './sessions/devices.ts';
import { Sessions } from './sessions/Sessions.tsx';

/**
 * A section of the settings that is no method's. The catalogue has its names: `settings.<id>.title`, and `nav` for its link.
 */
interface OwnSection {
  /** Also its anchor. */
  id: string;
  /** A path on the grid of the icons. */
  icon: string;
  /** Its state and line in the overview. */
  describe: Describe;
  /** Undefined where the account has no such section. */
  body: (account: AccountState) => ReactNode;
}

/** The portal's own sections in their order, below those of the methods. */
export const ownSections: readonly OwnSection[] = [
  {
    id: 'sessions',
    icon: settingsIcons.laptop,
    describe: describeDevices,
    body: ({ sessions: [current, ...others] = [], hasHistory, setOthers, onEnded }) => (
      <>
        <Sessions current={current} others={others} setOthers={setOthers} onEnded={onEnded} />
        {hasHistory && (
          <ButtonLink variant="plain" href="/activity">
            <FormattedMessage id="settings.sessions.history" />
          </ButtonLink>
        )}
      </>
    ),
  },
  {
    id: 'applications',
    icon: settingsIcons.applications,
    describe: describeApplications,
    body: ({ applications, sessions: [current, ...others] = [] }) =>
      applications && <Applications list={applications.list} current={current} others={others} />,
  },
];
