import type { ReactNode } from 'react';
import { HiddenFields } from './HiddenFields.tsx';
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
      <HiddenFields values={{ _csrf: csrfToken, return_to: path }} />
      {children}
    </form>
  );
}
