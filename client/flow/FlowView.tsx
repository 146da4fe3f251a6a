import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { inputAttributes, isEmail, isField, isSubmit } from '../../shared/flow/inputAttributes.ts';
import { isFilledIn } from '../../shared/flow/isFilledIn.ts';
import { continuesSignUp, isSideStep } from '../../shared/flow/buttons.ts';
import { asksCode, chooseMethod, isStepUp, passedChallenge, sentEmail } from '../../shared/flow/flowState.ts';
import { sendLoginCode, chooseCredential, proceed } from '../../shared/flow/messageId.ts';
import { isTaken, saysLinkSent, sentTo } from './model/address.ts';
import { pagePath } from '../../shared/flow/pagePath.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import { isAddressChoice } from './lead.ts';
import { hasNode, isSecondFactor, isVisible, nodesOf, type Form } from './model/forms.ts';
import { primarySubmit } from './model/buttons.ts';
import { buttonLabel } from './nodes/buttonText.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Details } from '../ui/Details.tsx';
import { Divider } from '../ui/Divider.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { FlowContext } from './FlowContext.ts';
import { FlowForm } from './FlowForm.tsx';
import { SignUpFields } from './SignUpFields.tsx';
import { signUpOrder, signUpStep } from './model/signUp.ts';
import { awaitsCode, messagesIn, needsNewCode, saysExists } from '../../shared/flow/messages.ts';
import { FlowMessages } from './FlowMessages.tsx';
import { LocalizedText } from './LocalizedText.tsx';
import { LoggedInAs } from './LoggedInAs.tsx';
import { useFlowPage, type FlowPageProps } from './useFlowPage.ts';
import styles from './FlowView.module.css';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

/** The current step of a two-step sign-up, and the purpose of the second one; announced when it changes. */
function SignUpStep({ flow }: { flow: Flow }): ReactNode {
  const step = signUpStep(flow);
  return (
    step && (
      <div role="status" className={styles.step} data-step={step}>
        {flow.ui.messages?.some(({ id }) => id === chooseCredential) && (
          <p data-message={chooseCredential}>
            <FormattedMessage id={`provider.${chooseCredential}`} />
          </p>
        )}
        <FormattedMessage id="registration.step" values={{ step }} />
      </div>
    )
  );
}

/** Whether a form begins with an email address. */
const asksEmail = (form: Form): boolean => nodesOf(form).filter(isField).slice(0, 1).some(isEmail);

/** Returns the catalogue key of a step's missing link: to other methods, another account or a new code. */
function missingLink(kind: FlowKind, flow: Flow, onlyMethod: boolean): string | undefined {
  if (flow.ui.nodes.some(isAddressChoice)) return 'flow.otherAccount';
  if (flow.ui.nodes.some(continuesSignUp)) return 'flow.cancelSignUp';
  if (awaitsCode(flow)) return 'flow.otherMethod';
  if (flow.state !== sentEmail) return undefined;
  if (kind === 'login') return onlyMethod ? undefined : 'flow.otherMethod';
  return asksCode(flow) && !flow.ui.nodes.some(isSideStep) ? 'flow.newCode' : undefined;
}

/** Whether a flow's next button mails the code that verifies an address, or recovers its account. */
const mailsCode = (kind: FlowKind, { state, ui }: Flow): boolean =>
  (kind === 'verification' || kind === 'recovery') &&
  state === chooseMethod &&
  ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.email) &&
  ui.nodes.some((node) => node.group === nodeGroup.code && isSubmit(node));

/** Returns the catalogue key of what a flow's next button does, where the provider only calls it 'Continue'. */
function nextKey(kind: FlowKind, flow: Flow): string | undefined {
  if (kind === 'verification' && isFilledIn(flow)) return 'flow.verifyAddress';
  return mailsCode(kind, flow) ? `provider.${sendLoginCode}` : undefined;
}

/** Returns the URL at which a flow starts again, with the address that was typed into it if that stays the same. */
function againUrl(kind: FlowKind, flow: Flow, link: string): string {
  const query = startQuery(flow.request_url);
  const isSameAddress = link === 'flow.newCode' || (kind === 'login' && !isStepUp(flow));
  if (isSameAddress) query.set('existing', flow.id);
  return pagePath(kind, query);
}

/** The content of a sign-up's form, if it asks for traits. */
function signUpFields(kind: FlowKind, form: Form): ReactNode {
  const order = kind === 'registration' ? signUpOrder(form) : undefined;
  return order && <SignUpFields {...order} />;
}

interface FlowViewProps<Kind extends FlowKind> extends FlowPageProps<Kind> {
  kind: Kind;
  onlyMethod?: boolean;
  sentTo?: string;
  /** Whether the next step is a link of the page, not a form's. */
  leadsAway?: boolean;
}

/** A flow as a card's content: messages, its account, and its forms with dividers between them. */
export function FlowView<Kind extends FlowKind>({
  kind,
  onlyMethod = false,
  sentTo: servedAddress,
  leadsAway: leadsElsewhere = false,
  ...props
}: FlowViewProps<Kind>): ReactNode {
  const { shown, forms, announcement, busy, primary, expiry, surroundings, page, messages } = useFlowPage(
    kind,
    {
      autofocus: true,
      ...props,
    },
  );
  const { flow, resetCounts } = shown;
  const wayBack = missingLink(kind, flow, onlyMethod);
  const { signedInAddress } = usePageContext();
  const stepUp = isStepUp(flow);
  const knownAddress = stepUp ? signedInAddress : flow.state === sentEmail ? servedAddress : undefined;
  // a message names it
  const isNamed = saysLinkSent(flow) || (awaitsCode(flow) && flow.state !== sentEmail);
  const identifier = isNamed && !stepUp ? undefined : (sentTo(flow) ?? knownAddress);
  // the next step is elsewhere: in the mailbox, or at the sign-in
  const leadsAway = leadsElsewhere || saysLinkSent(flow) || messagesIn(flow).some(saysExists);
  const intl = useIntl();
  const next = nextKey(kind, flow);
  const saveText = next && intl.formatMessage({ id: next });
  const shownForms = surroundings.existing && isTaken(flow) ? [] : forms;
  const fields = isSecondFactor(flow) ? shownForms.filter((form) => hasNode(form, isField)) : [];
  const [open = fields[0]] = fields.filter((form) => hasNode(form, (node) => node === primary));
  const isBefore = (index: number): boolean => shownForms.slice(0, index).some(isVisible);
  return (
    <FlowContext value={surroundings}>
      <div ref={page} className={styles.flow}>
        {kind === 'registration' && <SignUpStep flow={flow} />}
        <FlowMessages
          ref={messages}
          shown={shown}
          announcement={announcement}
          namesAddress={identifier !== undefined && !stepUp}
        />
        {identifier && <LoggedInAs kind={kind} flow={flow} identifier={identifier} />}
        {surroundings.existing && flow.ui.messages?.some(saysExists) && <div>{surroundings.existing}</div>}
        {shownForms.map((form, index) => {
          const button = form !== open && fields.includes(form) ? primarySubmit(form) : undefined;
          const content = (
            <FlowForm
              form={form}
              submitOnEnter={primarySubmit(form) !== undefined}
              saveText={button ? intl.formatMessage({ id: `provider.${proceed}` }) : saveText}
              emphasised={leadsAway ? undefined : primary}
            >
              {signUpFields(kind, form)}
            </FlowForm>
          );
          return (
            <div
              // a code that no longer works is cleared
              key={`${form.id} ${resetCounts[form.id] ?? 0} ${needsNewCode(flow)}`}
              className={isVisible(form) ? styles.section : styles.unseen}
            >
              {isBefore(index) && isVisible(form) && (
                <Divider
                  label={
                    <FormattedMessage
                      id={!identifier && asksEmail(form) ? 'common.orAddress' : 'common.or'}
                    />
                  }
                />
              )}
              {button ? (
                <Details
                  summary={<LocalizedText {...buttonLabel(intl, button, surroundings.now)} />}
                  open={hasNode(form, ({ messages: found }) => found.length > 0)}
                  onToggle={({ currentTarget }) =>
                    currentTarget.open && currentTarget.querySelector('label')?.control?.focus()
                  }
                >
                  {content}
                </Details>
              ) : (
                content
              )}
            </div>
          );
        })}
        {wayBack && (
          <TextLink href={againUrl(kind, flow, wayBack)} className={styles.wayBack}>
            <FormattedMessage id={wayBack} />
          </TextLink>
        )}
        {props.codeUrl && !asksCode(flow) && (
          <TextLink href={props.codeUrl} className={styles.wayBack}>
            <FormattedMessage id="flow.haveCode" />
          </TextLink>
        )}
        {flow.state !== passedChallenge && expiry}
        <PleaseWait waiting={busy !== undefined} />
      </div>
    </FlowContext>
  );
}
