import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import type { FormattedMessage as Original, IntlShape } from 'react-intl';

const IntlContext = createContext<IntlShape | undefined>(undefined);

/**
 * The parts of react-intl that the portal uses: bundles contain this instead, because the package adds some 2 kB of
 * unused components. Provides the formatter.
 */
export const RawIntlProvider = IntlContext.Provider;

/**
 * Returns the formatter around a component.
 *
 * @throws Error outside of RawIntlProvider
 */
export function useIntl(): IntlShape {
  const intl = use(IntlContext);
  if (!intl) throw new Error('a text stands outside of RawIntlProvider');
  return intl;
}

/** A text of the catalogue. */
export const FormattedMessage = ({ id, values }: ComponentProps<typeof Original>): ReactNode =>
  useIntl().formatMessage({ id }, values);
