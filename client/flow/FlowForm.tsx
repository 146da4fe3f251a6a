import { useMemo, type FocusEvent, type ReactNode, type SubmitEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import { inputAttributes, isButton, isField, isSubmit } from '../../shared/flow/inputAttributes.ts';
import { isBesidePassword, isTextButton, keyOrder, primarySubmit } from './model/buttons.ts';
import { nodesOf, sideSteps, type Part, type Form } from './model/forms.ts';
import { isSideStep } from '../../shared/flow/buttons.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import { hidesAddress, usernameOf } from './model/address.ts';
import { classNames } from '../ui/classNames.ts';
import { Divider } from '../ui/Divider.tsx';
import { valueOf } from '../../shared/flow/shownValue.ts';
import { FormContext, useFlowContext } from './FlowContext.ts';
import { EnterButton, isTrigger } from './EnterButton.tsx';
import { usePageContext } from '../shell/PageContext.tsx';
import { NodeView } from './nodes/NodeView.tsx';
import { nodeKeys } from './model/node.ts';
import { formId } from './form/formIds.ts';
import { readForm } from './form/readForm.ts';
import { sendNatively } from './form/sendNatively.ts';
import { invalidControls, isControl } from './form/invalidControls.ts';
import { normalizeControl } from './form/normalizeControl.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import styles from './FlowForm.module.css';
import * as nodeName from '../../shared/flow/nodeName.ts';

interface FlowFormProps {
  form: Form;
  /** The section's name, if the page has several. */
  name?: string;
  /** Whether Enter in a field presses the primary button; otherwise only an emphasised one that runs a script. */
  submitOnEnter?: boolean;
  /** The page's primary button, if it is in this form. */
  emphasised?: UiNode;
  /** The text of its button if the provider's label is only 'Save'. */
  saveText?: string;
  /** The catalogue key of what else its emphasised button does. */
  effect?: string;
  /** The form's content, instead of its nodes in order. */
  children?: ReactNode;
  /** The URL fragment of the form's section on the page after the submit: browsers carry it through redirects. */
  anchor?: string;
}

/** Whether a divider precedes this method: yes after another method's button, but not within a row of plain buttons. */
function startsChoice({ parts }: Form, index: number, isText: (node: UiNode) => boolean): boolean {
  const isMethod = (node: UiNode): boolean => isButton(node) && !isText(node);
  const before = parts.slice(0, index).findLast(({ nodes }) => nodes.some(isMethod));
  const part = parts[index];
  if (!part || !before || part.group === sideSteps || !part.nodes.some(isMethod)) return false;
  return before.nodes.some(isField) || part.nodes.some(isField);
}

/** Whether a form only has social buttons, which are placed close together. */
const isSocialAlone = ({ parts }: Form): boolean =>
  parts.length > 0 && parts.every(({ group, nodes }) => isSocial(group) && nodes.every(isSubmit));

/** Tells password managers the username for the form's password, if no field of the form has it. */
const Username = ({ value }: { value: string }): ReactNode => (
  <input type="text" autoComplete="username" defaultValue={value} readOnly hidden />
);

/** One form of a flow: sent by the browser, or by script once the page is hydrated. */
export function FlowForm({
  form,
  name: sectionName,
  submitOnEnter = false,
  emphasised,
  saveText,
  anchor,
  effect,
  children,
}: FlowFormProps): ReactNode {
  const page = useFlowContext();
  const { flow, submit, sentByBrowser, check } = page;
  const scripts = useHydrated();
  const { locale, account } = usePageContext();
  const payload = { locale, ...(page.kind === 'settings' && { account }) };
  const { id, hidden, parts } = form;
  const nodes = [...hidden, ...nodesOf(form)];
  const primary = submitOnEnter
    ? (nodes.find(
        (node) => node === emphasised && isSubmit(node) && !isSideStep(node) && !isBesidePassword(form, node),
      ) ?? primarySubmit(form))
    : nodes.find((node) => node === emphasised && isTrigger(node));
  const needsEnterButton = nodes.find(isSubmit) !== primary || !primary;
  const username = usernameOf(flow, nodes);
  const surroundings = useMemo(
    () => ({ form, name: sectionName, emphasised, saveText, effect }),
    [form, sectionName, emphasised, saveText, effect],
  );

  const isText = (node: UiNode): boolean =>
    node !== emphasised && isTextButton(form, node, hidesAddress(page));

  /** The button for a mailed code, if it was used last: Enter presses it as long as no password has been typed. */
  const chosenByEnter = (element: HTMLFormElement): { name: string; value: string } | undefined => {
    const input = emphasised && isBesidePassword(form, emphasised) ? inputAttributes(emphasised) : undefined;
    const isEmpty = new FormData(element).get(nodeName.password) === '';
    return input && isEmpty ? { name: input.name, value: valueOf(input) } : undefined;
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    const button = event.nativeEvent.submitter as HTMLButtonElement | HTMLInputElement | null;
    const chosen = button?.tabIndex === -1 ? chosenByEnter(event.currentTarget) : undefined;
    const { name = '', value = '' } = chosen ?? button ?? {};
    const pressed = nodes.find((node) => {
      const input = isSubmit(node) ? inputAttributes(node) : undefined;
      return input?.name === name && valueOf(input) === value;
    });
    Array.from(event.currentTarget.elements).forEach(normalizeControl);
    const invalid = pressed ? invalidControls(event.currentTarget, form, pressed) : [];
    if (sentByBrowser && !chosen && invalid.length === 0) return;
    event.preventDefault();
    if (invalid.length > 0) {
      check.report(invalid, true);
      return;
    }
    const element = event.currentTarget;
    const native = (): void => {
      sendNatively(element, name, value);
    };
    if (sentByBrowser) native();
    else submit(readForm(element, id, nodes, { name, value }), native);
  };

  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    // only the window was left, to look for the code
    if (document.activeElement === target) return;
    normalizeControl(target);
    // pressed buttons validate themselves, and must not move away from the pointer
    const leavesForField = !relatedTarget?.matches('button, a, summary');
    if (leavesForField && isControl(target) && !target.validity.valid) check.report([target], false);
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events of its fields, which bubble
    <form
      id={anchor && formId(id)}
      action={anchor ? `${flow.ui.action}#${anchor}` : flow.ui.action}
      method={flow.ui.method.toLowerCase()}
      className={classNames(styles.form, isSocialAlone(form) && styles.social)}
      data-section={id}
      noValidate={scripts}
      onSubmit={onSubmit}
      onInput={({ target }) => isControl(target) && check.edit(target)}
      onBlur={onBlur}
    >
      <FormContext value={surroundings}>
        {hidden.map((node, index) => {
          const input = inputAttributes(node);
          return input && <input key={index} type="hidden" name={input.name} defaultValue={valueOf(input)} />;
        })}
        <input type="hidden" name={nodeName.transientPayload} defaultValue={JSON.stringify(payload)} />
        {username && <Username value={username} />}
        {needsEnterButton && <EnterButton primary={primary} />}
        {children ??
          keyOrder(form, hidesAddress(page)).map((part) => (
            <PartView
              key={part.group}
              part={part}
              choice={startsChoice(form, parts.indexOf(part), isText)}
              belowAddress={part.nodes.some((node) => isTextButton(form, node, hidesAddress(page)))}
            />
          ))}
      </FormContext>
    </form>
  );
}

interface PartViewProps {
  part: Part;
  choice: boolean;
  /** Whether it is shown below the address, ahead of parts that precede it for keys. */
  belowAddress: boolean;
}

function PartView({ part, choice, belowAddress }: PartViewProps): ReactNode {
  const keys = nodeKeys(part.nodes);
  const nodes = part.nodes.map((node, index) => <NodeView key={keys[index]} node={node} />);
  return (
    <>
      {choice && <Divider label={<FormattedMessage id="common.or" />} />}
      {belowAddress ? <div className={styles.belowAddress}>{nodes}</div> : nodes}
    </>
  );
}
