import type { UiNode } from '@ory/client';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { textIn } from '../../shared/fields.ts';
import type { FlowKind, FlowOf, Notice, Page } from '../../shared/page.ts';
import { formsOf, type Form } from './model/forms.ts';
import type { FlowSurroundings, SettingsComponents, Announcement } from './FlowContext.ts';
import { useFlow } from './useFlow.ts';
import type { FlowPageState } from './flowPageState.ts';
import { useFieldErrors } from './form/useFieldErrors.ts';
import { leadOf } from './lead.ts';
import { isButton } from '../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../shared/flow/flowState.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { restoreTyped } from '../shell/restoreTyped.ts';
import { useFocus } from './useFocus.ts';
import { useOnload } from './webauthn/useOnload.ts';
import { useIntl } from 'react-intl';
import { documentTitle } from './documentTitle.ts';

/**
 * Keeps the document's title in sync with the current step.
 *
 * @param hasErrors whether the portal itself found errors
 */
function useDocumentTitle(page: Page, hasErrors: boolean): void {
  const intl = useIntl();
  const title = documentTitle(intl, page, usePageContext(), hasErrors || undefined);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The props of a flow page. */
export interface FlowPageProps<Kind extends FlowKind> {
  flow: FlowOf[Kind];
  notice?: Notice;
  /** Whether the browser itself sends the forms. */
  sentByBrowser?: boolean;
  /** Whether the visitor has come back to correct the address. */
  corrects?: boolean;
  /** Where the code is entered that was mailed before. */
  codeUrl?: string;
  /** Content beside the label of a field, by the field's name. */
  actions?: Record<string, ReactNode>;
  components?: SettingsComponents;
  /** Content to offer if the address already has an account. */
  existing?: ReactNode;
  /** Where a wrong address is corrected, if not in the flow's own form. */
  correctUrl?: string;
  /** Whether the page is a single task and starts with the focus in it. */
  autofocus?: boolean;
  /** The methods used last on this device, latest first. */
  lastMethods?: string[];
  /** The address that was signed in last on this device. */
  lastAddress?: string;
  /** Called with each shown flow. */
  onFlow?: (flow: FlowOf[Kind]) => void;
}

interface FlowPage<Kind extends FlowKind> {
  shown: FlowPageState<Kind>;
  forms: Form[];
  announcement?: Announcement;
  busy?: string;
  /** The page's primary button, if it is a single task. */
  primary?: UiNode;
  /** Warns before the flow expires. */
  expiry?: ReactNode;
  /** The context for the parts of the page. */
  surroundings: FlowSurroundings;
  /** The ref of the element with the messages and forms. */
  page: RefObject<HTMLDivElement | null>;
  /** The ref of the element with the messages. */
  messages: RefObject<HTMLDivElement | null>;
}

/** A flow page's state and behaviour, without its markup. */
export function useFlowPage<Kind extends FlowKind>(kind: Kind, props: FlowPageProps<Kind>): FlowPage<Kind> {
  const { actions, components, correctUrl, existing, lastMethods, lastAddress, onFlow, sentByBrowser } =
    props;
  const { autofocus = false } = props;
  const { signedInAddress } = usePageContext();
  const { shown, busy, expiry, submit: send } = useFlow(kind, props.flow, props.notice);
  const { flow, answers, at: now, section, typed } = shown;
  const [announcement, announce] = useState<Announcement>();
  const page = useRef<HTMLDivElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  useEffect(restoreTyped, []);
  useFocus(page, messages, { answers, section, autofocus });
  useOnload(flow);
  useEffect(() => onFlow?.(flow), [flow, onFlow]);
  const forms = useMemo(() => formsOf(kind, flow), [kind, flow]);
  const check = useFieldErrors(flow);
  const submit: typeof send = (...sent) => {
    check.clear();
    announce(undefined);
    send(...sent);
  };
  useEffect(() => {
    document.documentElement.dataset.flowState = textIn(flow.state) ?? '';
  }, [flow.state]);
  useDocumentTitle({ name: kind, props: { flow } } as Page, Object.keys(check.errors).length > 0);
  const address = isStepUp(flow) ? signedInAddress : lastAddress;
  const { primary, last, ...lead } = autofocus
    ? leadOf(flow, forms, { lastMethods, address, corrects: props.corrects })
    : {};
  // a button may be far below, and a screen reader would not get to why the page is shown
  const start = shown.notice === 'ended' && lead.start && isButton(lead.start) ? undefined : lead.start;
  const surroundings = {
    kind,
    flow,
    answers,
    now,
    busy,
    typed,
    submit,
    sentByBrowser,
    announce,
    check,
    start,
    last,
    address,
    actions,
    components,
    correctUrl,
    existing,
  };
  return { shown, forms, announcement, busy, primary, expiry, surroundings, page, messages };
}
