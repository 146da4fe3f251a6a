import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { isButton } from '../../../shared/flow/inputAttributes.ts';
import type { Section } from '../../flow/model/sections.ts';
import type { OwnApplications } from '../../../shared/applications.ts';
import type { OwnCredentials } from '../../../shared/credentials.ts';
import type { WaitingSignIn } from '../../../shared/page.ts';
import type { OwnSessions } from '../../../shared/sessions.ts';
import { Message } from '../../ui/Message.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { FlowContext } from '../../flow/FlowContext.ts';
import { FlowMessages } from '../../flow/FlowMessages.tsx';
import { useFlowPage, type FlowPageProps } from '../../flow/useFlowPage.ts';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { Applications } from './Applications.tsx';
import { ApplicationWaits } from './ApplicationWaits.tsx';
import { DoneToast } from './DoneToast.tsx';
import { initiallyOpen } from './initiallyOpen.ts';
import { KeyModelsContext } from './keys.ts';
import { LookupSecrets } from './LookupSecrets.tsx';
import { MethodForm } from './MethodForm.tsx';
import { openSection } from './openSection.ts';
import { overviewOf } from './overview.ts';
import { isRecoveryOver, RecoverAgain } from './RecoverAgain.tsx';
import { isRemoval } from './removal.ts';
import { Removal } from './Removal.tsx';
import { withoutDone } from './savedMessages.ts';
import { SectionLinks } from './SectionLinks.tsx';
import { SectionMessages } from './SectionMessages.tsx';
import { sectionText } from './sectionText.ts';
import { Sessions } from './Sessions.tsx';
import { sectionIcon } from './settingsIcons.ts';
import { SettingsNavigation } from './SettingsNavigation.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOwnSessions } from './useOwnSessions.ts';
import { useRemovedPasskeys } from './useRemovedPasskeys.ts';
import { useReturn } from './useReturn.ts';
import styles from './SettingsView.module.css';

interface SettingsViewProps extends FlowPageProps<'settings'> {
  logoutUrl: string;
  sessions?: OwnSessions;
  /** Absent where there is no OAuth2 provider. */
  applications?: OwnApplications;
  /** Absent if the provider did not give them. */
  credentials?: OwnCredentials;
  waiting?: WaitingSignIn;
}

const noModels = {};

const components = { isRemoval, Removal, LookupSecrets };

const isMain = (node: UiNode): boolean => isButton(node) && !isRemoval(node);

/** The account's settings: a list that says what is set up, with each method's form below its row. */
export function SettingsView(props: SettingsViewProps): ReactNode {
  const { logoutUrl, sessions, applications, credentials, waiting, ...flowPage } = props;
  const intl = useIntl();
  const { shown, forms, announcement, busy, surroundings, page, messages } = useFlowPage('settings', {
    ...flowPage,
    components,
  });
  const { flow, resetCounts } = shown;
  const changes = Object.values(resetCounts).reduce((sum, count) => sum + count, 0);
  const [others, setOthers] = useOwnSessions(sessions, changes);
  const [ended, setEnded] = useState(0);
  const [open] = useState(() => initiallyOpen(flow, forms, applications));
  const [current, setCurrent] = useState(() => [...open].map(anchorOf)[0]);
  useRemovedPasskeys(flow);
  useReturn(flow, flowPage.notice, page, surroundings.announce);
  useEffect(() => {
    const follow = (): void => {
      const anchor = location.hash.slice(1);
      if (openSection(anchor)) setCurrent(anchor);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const models = credentials?.authenticators ?? noModels;
  const known = {
    flow,
    sessions: sessions && [sessions.current, ...(others ?? [])],
    applications,
    credentials: changes === 0 ? credentials : undefined,
    models,
  };
  const hintOf = ({ id, parts }: Section): ReactNode =>
    `settings.${id}.hint` in intl.messages &&
    parts.some(({ nodes }) => nodes.some(isMain)) && (
      <p className={styles.hint}>
        <FormattedMessage id={`settings.${id}.hint`} />
      </p>
    );
  const methods = forms.map((section) => ({
    id: section.id,
    section,
    content: (
      <>
        {shown.answers === 0 && flow.ui.messages && (
          <noscript>
            <SectionMessages messages={flow.ui.messages} now={shown.at} />
          </noscript>
        )}
        {hintOf(section)}
        <MethodForm key={resetCounts[section.id] ?? 0} section={section} identity={flow.identity} />
      </>
    ),
  }));
  const rows = [
    ...methods,
    {
      id: 'sessions',
      content: (
        <>
          <p className={styles.hint}>
            <FormattedMessage id="settings.sessions.hint" />
          </p>
          <Sessions
            current={sessions?.current}
            others={others ?? []}
            setOthers={setOthers}
            onEnded={() => setEnded(ended + 1)}
          />
        </>
      ),
    },
    ...(applications
      ? [
          {
            id: 'applications',
            content: (
              <>
                <p className={styles.hint}>
                  <FormattedMessage id="applications.hint" />
                </p>
                <Applications {...applications} current={sessions?.current} others={others ?? []} />
              </>
            ),
          },
        ]
      : []),
  ].map((row) => ({
    section: undefined,
    ...row,
    anchor: anchorOf(row.id),
    overview: overviewOf(intl, row.id, known, 'section' in row ? row.section : undefined),
  }));

  return (
    <FlowContext value={surroundings}>
      <KeyModelsContext value={models}>
        {' '}
        <div className={styles.settings}>
          <SettingsNavigation
            links={rows.map(({ id, anchor, overview }) => ({
              anchor,
              name: sectionText(intl, id, 'nav'),
              overview,
            }))}
            current={current}
            logoutUrl={logoutUrl}
          />
          <header className={styles.header}>
            <h1>
              <FormattedMessage id="settings.title" />
            </h1>
            <p>
              <FormattedMessage id="settings.subtitle" />
            </p>
          </header>
          <div ref={page} className={styles.content}>
            <FlowMessages
              ref={messages}
              shown={withoutDone(shown)}
              announcement={announcement?.severity === 'success' ? undefined : announcement}
              followUp={(message, now) => isRecoveryOver(message, now) && <RecoverAgain flow={flow} />}
            />
            {waiting && (
              <Message severity="info">
                <ApplicationWaits {...waiting} />
              </Message>
            )}
            {shown.answers === 0 && <SectionLinks forms={forms} />}
            <div className={styles.sections}>
              {rows.map(({ id, anchor, overview, content }) => (
                <SettingsSection
                  key={id}
                  anchor={anchor}
                  icon={sectionIcon(id)}
                  title={sectionText(intl, id, 'title')}
                  overview={overview}
                  open={open.has(id)}
                  onToggle={(isOpen) =>
                    setCurrent((last) => (isOpen ? anchor : last === anchor ? undefined : last))
                  }
                >
                  {content}
                </SettingsSection>
              ))}
            </div>
            <PleaseWait waiting={busy !== undefined} />
          </div>
          <DoneToast
            shown={shown}
            announcement={announcement}
            ended={ended}
            withdrawn={applications?.withdrawn === true}
            isAlone={others?.length === 0}
          />
        </div>
      </KeyModelsContext>{' '}
    </FlowContext>
  );
}
