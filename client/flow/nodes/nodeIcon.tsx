import type { ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../../shared/flow/buttons.ts';
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
export function nodeIcon(node: UiNode, filled = false): ReactNode {
  const input = inputAttributes(node);
  if (input && isSocial(node.group) && brandFields.has(input.name))
    return <BrandMark provider={valueOf(input)} plate={filled} />;
  if (isSideStep(node)) return <Icon name="back" />;
  return hasIcon(node.group) ? <Icon name={node.group} /> : undefined;
}
