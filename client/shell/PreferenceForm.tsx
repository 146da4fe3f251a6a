import type { ReactNode } from 'react';
import { usePageContext } from './PageContext.tsx';

interface PreferenceFormProps {
  className?: string;
  children: ReactNode;
}

/** A form that saves a preference and returns to this page. */
export function PreferenceForm({ className, children }: PreferenceFormProps): ReactNode {
  const { csrfToken, path } = usePageContext();
  return (
    <form action="/preferences" method="post" className={className}>
      <input type="hidden" name="_csrf" value={csrfToken} />
      <input type="hidden" name="return_to" value={path} />
      {children}
    </form>
  );
}
