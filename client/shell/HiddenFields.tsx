import type { ReactNode } from 'react';

/** Hidden fields of a form that the browser itself sends. @param values by name; those that are undefined are left out */
export const HiddenFields = ({ values }: { values: Record<string, string | undefined> }): ReactNode =>
  Object.entries(values).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
