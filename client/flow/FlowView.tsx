import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import { inputAttributes, isButton, isField } from '../../shared/flow/inputAttributes.ts';
import { continuesSignUp } from './model/continuesSignUp.ts';
import { isStepUp } from '../../shared/flow/isStepUp.ts';
import { addressNames, loggedInAs } from './model/loggedInAs.ts';
import { pagePath } from '../../shared/flow/pagePath.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import { buttonOf, foldedForms } from './model/foldedForms.ts';
import { isSocial } from './model/isSocial.ts';
import { isVisible } from './model/isVisible.ts';
import { primarySubmit } from './model/primarySubmit.ts';
import { type Section } from './model/sections.ts';
import { isSideStep } from '../../shared/flow/isSideStep.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Divider } from '../ui/Divider.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { FlowContext } from './FlowContext.ts';
import { FlowForm } from './FlowForm.tsx';
import { OtherWays } from './OtherWays.tsx';
import { FlowMessages } from './FlowMessages.tsx';
import { LoggedInAs } from './LoggedInAs.tsx';
import { useFlowPage, type FlowPageProps } from './useFlowPage.ts';
import styles from './FlowView.module.css';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { passedChallenge, sentEmail } from '../../shared/flow/flowState.ts';

/** Whether a node is one of the account's recovery addresses; none of them is preferred. */
const isAddress = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.recoverySelectAddress;

/** Whether a form begins with the address. */
const asksAddress = ({ parts }: Section): boolean => {
  const [first] = parts.flatMap(({ nodes }) => nodes).filter(isField);
  return addressNames.has((first && inputAttributes(first)?.name) ?? '');
};

/** A form's buttons. */
const buttonsOf = ({ parts }: Section): UiNode[] => parts.flatMap(({ nodes }) => nodes.filter(isButton));

/** A form's main button: the one that Enter presses, else the first that is not a social one. */
const mainButton = (form: Section): UiNode | undefined =>
  primarySubmit(form) ?? buttonsOf(form).find(({ group }) => !isSocial(group));

/** The page's primary button: that of the method used last, else the main one of the first form that has one, else the only one. */
function primaryButton(forms: Section[], lastMethod?: string): UiNode | undefined {
  const [only, another] = forms.flatMap(buttonsOf);
  const button =
    buttonOf(forms, lastMethod) ?? forms.map(mainButton).find(Boolean) ?? (another ? undefined : only);
  return button && !isAddress(button) ? button : undefined;
}

/** The catalogue key of the link that a step lacks: to the other methods, to another account, or to a new code. */
function missingLink(kind: FlowKind, flow: Flow, onlyMethod: boolean): string | undefined {
  if (flow.ui.nodes.some(isAddress)) return 'flow.otherAccount';
  if (flow.ui.nodes.some(continuesSignUp)) return 'flow.otherMethod';
  if (flow.state !== sentEmail) return undefined;
  if (kind === 'login') return onlyMethod ? undefined : 'flow.otherMethod';
  const waitsForCode = flow.ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.code);
  return waitsForCode && !flow.ui.nodes.some(isSideStep) ? 'flow.newCode' : undefined;
}

/** A flow as a card's content: messages, the account it is for, and its forms with dividers between them. */
export function FlowView<Kind extends FlowKind>({
  kind,
  onlyMethod = false,
  lastMethods = [],
  ...props
}: FlowPageProps<Kind> & { kind: Kind; onlyMethod?: boolean; lastMethods?: string[] }): ReactNode {
  const { shown, forms, announcement, busy, expiry, surroundings, page, messages } = useFlowPage(kind, {
    autofocus: true,
    ...props,
  });
  const { flow, resetCounts } = shown;
  const { summary } = surroundings.check;
  const wayBack = missingLink(kind, flow, onlyMethod);
  const { shown: first, folded, lastMethod } = foldedForms(kind, flow, forms, lastMethods);
  const emphasised = primaryButton(first, lastMethod);
  const { signedInAddress } = usePageContext();
  const identifier = loggedInAs(flow) ?? (isStepUp(flow) ? signedInAddress : undefined);
  const isBefore = (index: number): boolean => first.slice(0, index).some(isVisible);
  return (
    <FlowContext value={surroundings}>
      <div ref={page} className={styles.flow}>
        {summary ?? <FlowMessages ref={messages} shown={shown} announcement={announcement} />}
        {identifier && <LoggedInAs kind={kind} flow={flow} identifier={identifier} />}
        {first.map((section, index) => (
          <div
            key={`${section.id} ${resetCounts[section.id] ?? 0}`}
            className={isVisible(section) ? styles.section : styles.unseen}
          >
            {isBefore(index) && isVisible(section) && (
              <Divider
                label={<FormattedMessage id={asksAddress(section) ? 'common.orAddress' : 'common.or'} />}
              />
            )}
            <FlowForm
              section={section}
              submitOnEnter={primarySubmit(section) !== undefined}
              emphasised={emphasised}
            />
          </div>
        ))}
        {folded.length > 0 && <OtherWays flow={flow} forms={folded} sent={shown.section} last={lastMethod} />}
        {wayBack && (
          <TextLink href={pagePath(kind, startQuery(flow.request_url))} className={styles.wayBack}>
            <FormattedMessage id={wayBack} />
          </TextLink>
        )}
        {flow.state !== passedChallenge && expiry}
        <div className={styles.awaited}>
          <PleaseWait waiting={busy !== undefined} />
        </div>
      </div>
    </FlowContext>
  );
}
