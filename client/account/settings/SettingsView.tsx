import { useEffect, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { isButton } from '../../../shared/flow/inputAttributes.ts';
import { primarySubmit } from '../../flow/model/primarySubmit.ts';
import type { Section } from '../../flow/model/sections.ts';
import type { OwnApplications } from '../../../shared/applications.ts';
import type { WaitingSignIn } from '../../../shared/page.ts';
import type { OwnSessions } from '../../../shared/sessions.ts';
import { Card } from '../../ui/Card.tsx';
import { Message } from '../../ui/Message.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { FlowContext } from '../../flow/FlowContext.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { FlowMessages } from '../../flow/FlowMessages.tsx';
import type { Shown } from '../../flow/submit/useFlow.ts';
import { useFlowPage, type FlowPageProps } from '../../flow/useFlowPage.ts';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { Applications } from './Applications.tsx';
import { ApplicationWaits } from './ApplicationWaits.tsx';
import { KeyNode } from './KeyNode.tsx';
import { LookupSecrets } from './LookupSecrets.tsx';
import { openSection } from './openSection.ts';
import { isRecoveryOver, RecoverAgain } from './RecoverAgain.tsx';
import { sectionText } from './sectionText.ts';
import { Sessions } from './Sessions.tsx';
import { SettingsNavigation } from './SettingsNavigation.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { UnverifiedAddresses } from './UnverifiedAddresses.tsx';
import { useOwnSessions } from './useOwnSessions.ts';
import { useReturn } from './useReturn.ts';
import { useMessagesHeight } from './useMessagesHeight.ts';
import { SectionLinks } from './SectionLinks.tsx';
import styles from './SettingsView.module.css';
import {
  accountRecovered,
  changesSaved,
  disableLookupSecrets,
  removeTrustedDevice,
  removePasskey,
  removeSecurityKey,
  unlinkAccount,
  unlinkTotp,
} from '../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

interface SettingsViewProps extends FlowPageProps<'settings'> {
  logoutUrl: string;
  sessions?: OwnSessions;
  /** Absent where there is no OAuth2 provider. */
  applications?: OwnApplications;
  waiting?: WaitingSignIn;
}

/** Labels of buttons that remove something: unlink, disable, remove. */
const removals = new Set([
  unlinkAccount,
  unlinkTotp,
  disableLookupSecrets,
  removeSecurityKey,
  removePasskey,
  removeTrustedDevice,
]);

const isMain = (node: UiNode): boolean => isButton(node) && !removals.has(node.meta.label?.id ?? 0);

/** A section's primary button: the one that Enter presses, else the first that adds something. None is social. */
const mainButton = (section: Section): UiNode | undefined =>
  section.id === nodeGroup.oidc
    ? undefined
    : (primarySubmit(section) ?? section.parts.flatMap(({ nodes }) => nodes).find(isMain));

/** The provider's messages that a change was saved, and that the account was recovered. */
const saved = new Set([changesSaved, accountRecovered]);

/** Whether the page reports a change that may have ended other sessions: any not known to be the profile's. */
const mayEndSessions = ({ flow, answers, section }: Shown<'settings'>): boolean =>
  flow.ui.messages?.some(({ id }) => saved.has(id)) === true &&
  (answers === 0 || section !== nodeGroup.profile);

const components = { Key: KeyNode, LookupSecrets };

/** The account's settings: navigation, messages, and each method's form under its own title. */
export function SettingsView(props: SettingsViewProps): ReactNode {
  const { logoutUrl, sessions, applications, waiting, ...flowPage } = props;
  const intl = useIntl();
  const { shown, forms, announcement, busy, surroundings, page, messages } = useFlowPage('settings', {
    ...flowPage,
    components,
  });
  const { flow, resetCounts } = shown;
  const changes = Object.values(resetCounts).reduce((sum, count) => sum + count, 0);
  const [others, setOthers] = useOwnSessions(sessions, changes);
  const stickyMessages = useRef<HTMLDivElement>(null);
  useReturn(flow, flowPage.notice, page, surroundings.announce);
  useMessagesHeight(stickyMessages);
  useEffect(() => {
    const open = (): void => openSection(location.hash.slice(1));
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  const hintOf = ({ id, parts }: Section): ReactNode =>
    `settings.${id}.hint` in intl.messages &&
    parts.some(({ nodes }) => nodes.some(isMain)) && <FormattedMessage id={`settings.${id}.hint`} />;
  return (
    <FlowContext value={surroundings}>
      <div className={styles.settings}>
        <SettingsNavigation
          sections={[...forms.map(({ id }) => id), 'sessions', ...(applications ? ['applications'] : [])]}
          logoutUrl={logoutUrl}
        />
        <Card
          size="wide"
          title={<FormattedMessage id="settings.title" />}
          subtitle={<FormattedMessage id="settings.subtitle" />}
        >
          <div ref={page} className={styles.sections}>
            <div ref={stickyMessages} className={styles.messages}>
              <FlowMessages
                ref={messages}
                shown={shown}
                announcement={announcement}
                followUp={(message, now) => isRecoveryOver(message, now) && <RecoverAgain flow={flow} />}
              />
              {waiting && (
                <Message severity="info">
                  <ApplicationWaits {...waiting} />
                </Message>
              )}
              {shown.answers === 0 && <SectionLinks forms={forms} />}
              {others?.length === 0 && mayEndSessions(shown) && (
                <Message severity="info" live={shown.answers > 0}>
                  <FormattedMessage id="settings.sessions.noOthers" />
                </Message>
              )}
            </div>
            {forms.map((section) => (
              <SettingsSection
                key={section.id}
                anchor={anchorOf(section.id)}
                title={sectionText(intl, section.id, 'title')}
                hint={hintOf(section)}
              >
                {section.id === nodeGroup.profile && <UnverifiedAddresses identity={flow.identity} />}
                <FlowForm
                  key={resetCounts[section.id] ?? 0}
                  section={section}
                  name={sectionText(intl, section.id, 'nav')}
                  anchor={anchorOf(section.id)}
                  submitOnEnter={primarySubmit(section) !== undefined}
                  emphasised={mainButton(section)}
                />
              </SettingsSection>
            ))}
            <SettingsSection
              anchor="sessions"
              title={<FormattedMessage id="settings.sessions.nav" />}
              hint={<FormattedMessage id="settings.sessions.hint" />}
            >
              <Sessions current={sessions?.current} others={others ?? []} setOthers={setOthers} />
            </SettingsSection>
            {applications && (
              <SettingsSection
                anchor="applications"
                title={<FormattedMessage id="settings.applications.title" />}
                hint={<FormattedMessage id="applications.hint" />}
              >
                <Applications {...applications} current={sessions?.current} others={others ?? []} />
              </SettingsSection>
            )}
            <PleaseWait waiting={busy !== undefined} />
          </div>
        </Card>
      </div>
    </FlowContext>
  );
}
