import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { FormToken } from './FormToken.tsx';

interface CancelFormProps {
  challenge: string;
  className: string | undefined;
  children: ReactNode;
}

/** The form that cancels the sign-in that an application asks for; a POST, so that a link cannot do it. */
export const CancelForm = ({ challenge, className, children }: CancelFormProps): ReactNode => (
  <form action="/login/cancel" method="post" className={className}>
    <FormToken />
    <input type="hidden" name="login_challenge" value={challenge} />
    <Button variant="plain">{children}</Button>
  </form>
);
