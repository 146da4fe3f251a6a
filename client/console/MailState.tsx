import type { ReactNode } from 'react';
import { Named, State } from './parts.tsx';

const shapes = { sent: 'done', queued: 'wait', processing: 'wait', abandoned: 'wrong' } as const;

/** How far a mail has come. */
export const MailState = ({ status }: { status: string }): ReactNode => (
  <State is={Object.hasOwn(shapes, status) ? shapes[status as keyof typeof shapes] : 'off'}>
    <Named id="console.mailState" value={status} />
  </State>
);
