import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { activitySentence } from '../../shared/activitySentence.ts';
import type { ListedMail } from '../../shared/console/lists.ts';
import { Named, State } from './parts.tsx';

const shapes = { sent: 'done', queued: 'wait', processing: 'wait', abandoned: 'wrong' } as const;

/** How far a mail has come. */
export const MailState = ({ status }: { status: string }): ReactNode => (
  <State is={Object.hasOwn(shapes, status) ? shapes[status as keyof typeof shapes] : 'off'}>
    <Named id="console.mailState" value={status} />
  </State>
);

/** What a mail is: its template, or the event that it is about. */
export function MailName({ template, event }: Pick<ListedMail, 'template' | 'event'>): ReactNode {
  const intl = useIntl();
  return event ? (
    activitySentence(intl, { kind: event, about: {} })
  ) : (
    <Named id="console.template" value={template} />
  );
}
