import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import { isField, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../../shared/flow/buttons.ts';
import { awaitsCode } from '../../../shared/flow/messages.ts';
import type { ButtonLook } from '../../ui/buttonClass.ts';
import type { FlowSurroundings, FormSurroundings } from '../FlowContext.ts';
import { hidesAddress } from '../model/address.ts';
import { isTextButton, primarySubmit } from '../model/buttons.ts';
import { nodeIcon } from './nodeIcon.tsx';
import { hasNode, isSecondFactor } from '../model/forms.ts';

interface NodeLook {
  variant: NonNullable<ButtonLook['variant']>;
  align?: ButtonLook['align'];
  icon: ReactNode;
  tag?: ReactNode;
}

function variantOf(
  page: FlowSurroundings,
  { form, emphasised }: FormSurroundings,
  node: UiNode,
): NodeLook['variant'] {
  if (node === emphasised) return 'primary';
  // in a sign-up it is one of the ways below the consent, which it needs as well
  const isText = page.kind === 'login' && isTextButton(form, node, hidesAddress(page));
  return isSideStep(node) || isText ? 'plain' : 'quiet';
}

/**
 * Returns the look of a flow's button: one per page is primary, the others are quieter. A way to sign in is a row
 * with its icon, and the one used last has a tag; the submit of a form with fields is centred, and so is the only next step.
 */
export function buttonLook(page: FlowSurroundings, surroundings: FormSurroundings, node: UiNode): NodeLook {
  const { kind, flow, last } = page;
  const { form, emphasised } = surroundings;
  const variant = variantOf(page, surroundings, node);
  if (kind === 'settings')
    return { variant, icon: node === emphasised && isSubmit(node) ? undefined : nodeIcon(node) };
  const isForm = hasNode(form, isField) || awaitsCode(flow);
  const isSubmitOfForm = isForm && node === primarySubmit(form) && !isSecondFactor(flow);
  if (variant !== 'plain' && isSubmitOfForm && node !== last) return { variant, icon: undefined };
  return {
    variant,
    align: variant === 'plain' ? undefined : 'start',
    icon: nodeIcon(node, variant === 'primary'),
    tag: node === last && <FormattedMessage id="login.last" />,
  };
}
