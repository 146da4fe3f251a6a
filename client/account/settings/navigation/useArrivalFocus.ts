import { useEffect } from 'react';
import type { SettingsFlow } from '@ory/client';
import { fieldsOf, objectsIn } from '../../../../shared/fields.ts';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { accountRecovered } from '../../../../shared/flow/messageId.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { saysRecovered } from './initiallyOpen.ts';
import { sectionAt } from './openSection.ts';

/**
 * Moves the focus to the purpose of the visit: the new password after a recovery, otherwise the section in the URL: the field
 * of the password section, that of an address to verify, the row of any other. After a recovery the message that says what to
 * do stays in view.
 */
export function useArrivalFocus(served: SettingsFlow): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const isRecovered = saysRecovered(served);
    const anchor = isRecovered ? anchorOf(nodeGroup.password) : location.hash.slice(1);
    const section = sectionAt(anchor);
    const addresses = objectsIn(fieldsOf(served.identity).verifiable_addresses);
    const toCorrect = addresses.some(({ verified }) => !verified) ? `, [name="${nodeName.emailTrait}"]` : '';
    const start =
      section?.querySelector<HTMLElement>(`input[type="password"]${toCorrect}`) ??
      section?.querySelector('summary');
    start?.focus();
    const message = isRecovered && document.querySelector(`[data-message="${accountRecovered}"]`);
    if (!message || message.getBoundingClientRect().top >= 0) return;
    message.scrollIntoView();
    start?.scrollIntoView({ block: 'nearest' });
  }, [served]);
}
