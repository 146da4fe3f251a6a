import type { ReactNode, SubmitEventHandler } from 'react';
import { usePageContext } from './PageContext.tsx';

interface PreferenceFormProps {
  className?: string;
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** A form that saves a preference and returns to this page. */
export function PreferenceForm({ className, onSubmit, children }: PreferenceFormProps): ReactNode {
  const { csrfToken, path } = usePageContext();
  return (
    <form action="/preferences" method="post" className={className} onSubmit={onSubmit}>
      <input type="hidden" name="_csrf" value={csrfToken} />
      <input type="hidden" name="return_to" value={path} />
      {children}
    </form>
  );
}
