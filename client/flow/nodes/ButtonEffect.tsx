import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import type { FormSurroundings } from '../FlowContext.ts';
import styles from './ButtonEffect.module.css';

/** The id of the text that describes a button; undefined if there is none. */
export const effectId = ({ form, emphasised, effect }: FormSurroundings, node: UiNode): string | undefined =>
  effect !== undefined && node === emphasised ? `${form.id}-effect` : undefined;

/** Says above a form's main button what else it does. */
export function ButtonEffect({ node, page }: { node: UiNode; page: FormSurroundings }): ReactNode {
  const id = effectId(page, node);
  return (
    id && (
      <p id={id} className={styles.effect}>
        <FormattedMessage id={page.effect} />
      </p>
    )
  );
}
