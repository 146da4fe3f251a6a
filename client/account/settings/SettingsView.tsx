import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../../shared/page.ts';
import { anchorOf } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import { classNames } from '../../ui/classNames.ts';
import { Message } from '../../ui/Message.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { FlowContext } from '../../flow/FlowContext.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { FlowMessages } from '../../flow/FlowMessages.tsx';
import { type Form, isVisible } from '../../flow/model/forms.ts';
import { useFlowPage } from '../../flow/useFlowPage.ts';
import { ApplicationWaits } from './recovery/ApplicationWaits.tsx';
import { DoneMessage, withShownMessages } from './done/DoneMessage.tsx';
import { hasEndedOthers } from './done/hasEndedOthers.ts';
import { initiallyOpen, useOpenConcerned } from './navigation/initiallyOpen.ts';
import { keptMethods, inOrder } from './navigation/keptMethods.ts';
import { KeyModelsContext } from './keys/keys.ts';
import { LookupSecrets } from './backupCodes/LookupSecrets.tsx';
import { MethodForm } from './MethodForm.tsx';
import { methodSectionOf } from './methodSections.tsx';
import type { AccountState, Describe } from './overview/overview.ts';
import { ownSections } from './ownSections.tsx';
import { NextStep, nextStep } from './done/NextStep.tsx';
import { ProfileElsewhere } from './profile/ProfileElsewhere.tsx';
import { useProfileLanguage } from './profile/useProfileLanguage.ts';
import { RecoveredMessage } from './recovery/RecoveredMessage.tsx';
import { SectionLinks } from './navigation/SectionLinks.tsx';
import { sectionText } from './navigation/sectionText.ts';
import { SettingsNavigation } from './navigation/SettingsNavigation.tsx';
import { hasRow, SettingsRow } from './SettingsRow.tsx';
import { SettingsSection } from './section/SettingsSection.tsx';
import { sectionOfDone, staysOpen, useDone } from './done/useDone.ts';
import { useArrivalFocus } from './navigation/useArrivalFocus.ts';
import { useDoneFocus } from './done/useDoneFocus.ts';
import { Unconfirmed } from './unconfirmed/Unconfirmed.tsx';
import { describeUnconfirmed, unconfirmedSections } from './unconfirmed/Unconfirmed.tsx';
import { useFreshToken } from './useFreshToken.ts';
import { useOwnCredentials } from './useOwnCredentials.ts';
import { useOwnSessions } from './sessions/useOwnSessions.ts';
import { useRemovedPasskeys } from './keys/useRemovedPasskeys.ts';
import { useReturn } from './useReturn.ts';
import styles from './SettingsView.module.css';

/** A section in the list. */
interface ListedSection {
  id: string;
  look: { icon: string; describe?: Describe };
  /** The form of a method. */
  form?: Form;
  content: ReactNode;
}

const noModels = {};

const components = { hasRow, Row: SettingsRow, LookupSecrets };

/** The page of the account's settings: a list that says what is set up, with each method's form below its row. */
export function SettingsView(props: PageProps['settings']): ReactNode {
  const { logoutUrl, sessions, applications, waiting } = props;
  const intl = useIntl();
  const { shown, forms, announcement, busy, expiry, surroundings, page, messages } = useFlowPage('settings', {
    ...props,
    components,
    onFlow: useProfileLanguage(props.flow),
  });
  const { flow, answers, resetCounts } = shown;
  const changes = Object.values(resetCounts).reduce((sum, count) => sum + count, 0);
  const [others, setOthers] = useOwnSessions(sessions, changes);
  const credentials = useOwnCredentials(props.credentials, changes);
  useFreshToken(changes);
  const { done, onSubmit, onInvalid, onEnded } = useDone(shown, announcement, others?.length, props);
  const changed = done && sectionOfDone(done);
  const [open] = useState(() =>
    initiallyOpen(flow, forms, done && { section: changed, staysOpen: staysOpen(done) }),
  );
  useOpenConcerned(forms, answers);
  useArrivalFocus(props.flow);
  const message = useDoneFocus(done, answers);
  useRemovedPasskeys(flow);
  useReturn(flow, props.notice, page, surroundings.announce);

  const models = credentials?.authenticators ?? noModels;
  const account: AccountState = {
    flow,
    sessions: sessions && [sessions.current, ...(others ?? [])],
    hasHistory: props.hasHistory,
    applications,
    credentials,
    hasNewPassword: done?.what === 'password',
    models,
    verificationOff: props.verificationOff,
    mailForm: props.mailForm,
    setOthers,
    onEnded,
  };
  const visible = forms.filter(isVisible);
  const hasProfile = visible.some(({ id }) => id === nodeGroup.profile);
  const methods = [
    ...(hasProfile
      ? []
      : [{ id: nodeGroup.profile, content: <ProfileElsewhere identity={flow.identity} /> }]),
    ...visible.map((form) => ({
      id: form.id,
      form,
      content: <MethodForm key={resetCounts[form.id] ?? 0} form={form} account={account} />,
    })),
  ].map((row) => ({ ...row, look: methodSectionOf(row.id) }));
  const own = ownSections
    .map(({ id, body, ...look }) => ({ id, look, content: body(account) }))
    .filter(({ content }) => content !== undefined);
  const rows: ListedSection[] = [...methods, ...own];
  const kept = keptMethods(credentials, visible).map((id) => ({
    id,
    unavailable: `settings.${id}.kept`,
  }));
  const links = [...inOrder([...methods, ...kept]), ...own].map((link) => ({
    anchor: anchorOf(link.id),
    name: sectionText(intl, link.id, 'nav'),
    unavailable: 'unavailable' in link ? link.unavailable : undefined,
  }));
  const next = nextStep(done, { flow, forms }, props);
  // signing out the next device needs no way back
  const doneThere = done && staysOpen(done) ? done : undefined;
  const unconfirmed = unconfirmedSections(credentials);
  const notes = {
    ...surroundings,
    submit: ((submission, native) => {
      if (busy === undefined) onSubmit(submission);
      surroundings.submit(submission, native);
    }) satisfies typeof surroundings.submit,
    check: {
      ...surroundings.check,
      report: ((controls, submitted) => {
        if (submitted) onInvalid();
        surroundings.check.report(controls, submitted);
      }) satisfies typeof surroundings.check.report,
    },
  };

  return (
    <FlowContext value={notes}>
      <KeyModelsContext value={models}>
        <div className={styles.settings}>
          <header className={styles.header}>
            <h1>
              <FormattedMessage id="settings.title" />
            </h1>
            <p>
              <FormattedMessage id="settings.subtitle" />
            </p>
          </header>
          <DoneMessage
            ref={message}
            done={doneThere ? undefined : done}
            answers={answers}
            endedOthers={hasEndedOthers(done, others?.length)}
            next={next && <NextStep step={next} busy={busy} />}
          />
          <RecoveredMessage
            flow={flow}
            endedOthers={others?.length === 0}
            recoveryOff={props.recoveryOff}
            password={credentials?.password}
          />
          <Unconfirmed sections={unconfirmed} />
          <SettingsNavigation links={links} initial={[...open][0]} logoutUrl={logoutUrl} />
          <div ref={page} className={styles.content}>
            <FlowMessages ref={messages} shown={withShownMessages(shown)} announcement={announcement} />
            {waiting && done?.what !== 'password' && (
              <Message severity="info" name="settings.applicationWaits">
                <ApplicationWaits {...waiting} />
              </Message>
            )}
            {answers === 0 && <SectionLinks forms={forms} />}
            <div className={classNames(styles.sections, next && styles.calm)}>
              {rows.map(({ id, look, form, content }) => (
                <SettingsSection
                  key={id}
                  anchor={anchorOf(id)}
                  icon={look.icon}
                  title={sectionText(intl, id, 'title')}
                  overview={
                    unconfirmed.includes(id)
                      ? describeUnconfirmed(intl)
                      : (look.describe?.(intl, account, form) ?? {})
                  }
                  open={open.has(anchorOf(id))}
                  changed={changed === id}
                >
                  {doneThere && changed === id && (
                    <DoneMessage ref={message} done={doneThere} answers={answers} />
                  )}
                  {content}
                </SettingsSection>
              ))}
            </div>
            <div hidden>
              {forms.map((form) => !isVisible(form) && <FlowForm key={form.id} form={form} />)}
            </div>
            {expiry}
            <PleaseWait waiting={busy !== undefined} />
          </div>
        </div>
      </KeyModelsContext>
    </FlowContext>
  );
}
