import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OwnApplications } from '../../../shared/applications.ts';
import type { OwnCredentials } from '../../../shared/credentials.ts';
import type { WaitingSignIn } from '../../../shared/page.ts';
import type { OwnSessions } from '../../../shared/sessions.ts';
import { Message } from '../../ui/Message.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { FlowContext } from '../../flow/FlowContext.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { FlowMessages } from '../../flow/FlowMessages.tsx';
import { isVisible } from '../../flow/model/isVisible.ts';
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
import { withoutDone } from './savedMessages.ts';
import { SectionLinks } from './SectionLinks.tsx';
import { sectionText } from './sectionText.ts';
import { Sessions } from './Sessions.tsx';
import { sectionIcon } from './settingsIcons.ts';
import { SettingsNavigation } from './SettingsNavigation.tsx';
import { hasRow, SettingsRow } from './SettingsRow.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useFreshToken } from './useFreshToken.ts';
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

const components = { hasRow, Row: SettingsRow, LookupSecrets };

/** The account's settings: a list that says what is set up, with each method's form below its row. */
export function SettingsView(props: SettingsViewProps): ReactNode {
  const { logoutUrl, sessions, applications, credentials, waiting, ...flowPage } = props;
  const intl = useIntl();
  const { shown, forms, announcement, busy, expiry, surroundings, page, messages } = useFlowPage('settings', {
    ...flowPage,
    components,
  });
  const { flow, resetCounts } = shown;
  const changes = Object.values(resetCounts).reduce((sum, count) => sum + count, 0);
  const [others, setOthers] = useOwnSessions(sessions, changes);
  useFreshToken(changes);
  const [ended, setEnded] = useState({ times: sessions?.ended ? 1 : 0, answers: 0 });
  const [open] = useState(() => initiallyOpen(flow, forms, applications, sessions));
  const [current, setCurrent] = useState(() => [...open][0]);
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
  const methods = forms.filter(isVisible).map((section) => ({
    id: section.id,
    section,
    content: <MethodForm key={resetCounts[section.id] ?? 0} section={section} flow={flow} />,
  }));
  const unseen = forms.filter((form) => !isVisible(form));
  const rest = [
    {
      id: 'sessions',
      content: (
        <Sessions
          current={sessions?.current}
          hasEnded={sessions?.ended === true}
          others={others ?? []}
          setOthers={setOthers}
          onEnded={() => setEnded({ times: ended.times + 1, answers: shown.answers })}
        />
      ),
    },
    ...(applications
      ? [
          {
            id: 'applications',
            content: <Applications {...applications} current={sessions?.current} others={others ?? []} />,
          },
        ]
      : []),
  ].map((row) => ({ ...row, section: undefined }));
  const rows = [...methods, ...rest].map(({ id, section, content }) => ({
    anchor: anchorOf(id),
    icon: sectionIcon(id),
    name: sectionText(intl, id, 'nav'),
    title: sectionText(intl, id, 'title'),
    overview: overviewOf(intl, id, known, section),
    content,
  }));

  return (
    <FlowContext value={surroundings}>
      <KeyModelsContext value={models}>
        <div className={styles.settings}>
          <SettingsNavigation links={rows} current={current} logoutUrl={logoutUrl} />
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
              <Message severity="info" name="settings.applicationWaits">
                <ApplicationWaits {...waiting} />
              </Message>
            )}
            {shown.answers === 0 && <SectionLinks forms={forms} />}
            <div className={styles.sections}>
              {rows.map(({ anchor, content, ...row }) => (
                <SettingsSection
                  key={anchor}
                  {...row}
                  anchor={anchor}
                  open={open.has(anchor)}
                  onToggle={(isOpen) =>
                    setCurrent((last) => (isOpen ? anchor : last === anchor ? undefined : last))
                  }
                >
                  {content}
                </SettingsSection>
              ))}
            </div>
            <div hidden>
              {unseen.map((section) => (
                <FlowForm key={section.id} section={section} />
              ))}
            </div>
            {expiry}
            <PleaseWait waiting={busy !== undefined} />
          </div>
          <DoneToast
            shown={shown}
            announcement={announcement}
            ended={ended.answers === shown.answers ? ended.times : 0}
            withdrawn={applications?.withdrawn === true}
            isAlone={others?.length === 0}
          />
        </div>
      </KeyModelsContext>
    </FlowContext>
  );
}
