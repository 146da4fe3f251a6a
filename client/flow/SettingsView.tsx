import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { inputAttributes, isSubmit } from '../../shared/flow/inputAttributes.ts';
import { primarySubmit } from '../../shared/flow/primarySubmit.ts';
import type { Section } from '../../shared/flow/sections.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { FlowContext } from './FlowContext.ts';
import { FlowForm } from './FlowForm.tsx';
import { FlowMessages } from './FlowMessages.tsx';
import { anchorOf } from './anchorOf.ts';
import { useFlowPage, type FlowPageProps } from './useFlowPage.ts';
import styles from './SettingsView.module.css';

const isButton = (node: UiNode): boolean => isSubmit(node) || inputAttributes(node)?.type === 'button';

/** What a section is for: what Enter means in it, else its first button. Social accounts are all alike. */
const mainButton = (section: Section): UiNode | undefined =>
  section.id === 'oidc'
    ? undefined
    : (primarySubmit(section) ?? section.parts.flatMap(({ nodes }) => nodes).find(isButton));

/** The account's settings: messages, then each method's form under its own title. */
export function SettingsView(props: FlowPageProps<'settings'>): ReactNode {
  const intl = useIntl();
  const { shown, forms, told, busy, surroundings, page, messages } = useFlowPage('settings', props);
  return (
    <FlowContext value={surroundings}>
      <div ref={page} className={styles.settings}>
        <FlowMessages ref={messages} shown={shown} told={told} />
        {forms.map((section) => {
          const title = `settings.${section.id}.title`;
          return (
            <section
              key={`${section.id} ${shown.resets}`}
              id={anchorOf(section.id)}
              className={styles.section}
            >
              <h2 className={styles.title}>
                {title in intl.messages ? <FormattedMessage id={title} /> : section.id}
              </h2>
              <FlowForm
                section={section}
                submitOnEnter={primarySubmit(section) !== undefined}
                emphasised={mainButton(section)}
              />
            </section>
          );
        })}
        <PleaseWait waiting={busy !== undefined} />
      </div>
    </FlowContext>
  );
}
