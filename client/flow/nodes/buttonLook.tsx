import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import { isField, isSubmit, inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../../shared/flow/buttons.ts';
import { awaitsCode } from '../../../shared/flow/messages.ts';
import type { ButtonLook } from '../../ui/buttonClass.ts';
import type { FlowSurroundings, FormSurroundings } from '../FlowContext.ts';
import { hidesAddress } from '../model/address.ts';
import { isTextButton, primarySubmit } from '../model/buttons.ts';
import { hasNode, isSecondFactor } from '../model/forms.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { hasIcon } from '../../ui/iconPaths.ts';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { isSocial } from '../../../shared/flow/methods.ts';

const brandFields = new Set<string>([nodeName.provider, nodeName.link, nodeName.unlink]);

/**
 * The icon before a button's text: the company's mark on a social button, otherwise the method's icon.
 *
 * @param filled whether the button is filled: the mark then keeps its colours on a plate
 */
function nodeIcon(node: UiNode, filled = false): ReactNode {
  const input = inputAttributes(node);
  if (input && isSocial(node.group) && brandFields.has(input.name))
    return <BrandMark provider={valueOf(input)} plate={filled} />;
  if (isSideStep(node)) return <Icon name="back" />;
  return hasIcon(node.group) ? <Icon name={node.group} /> : undefined;
}

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
