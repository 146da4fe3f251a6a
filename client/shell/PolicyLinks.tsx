import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextLink } from '../ui/TextLink.tsx';
import { usePageContext } from './PageContext.tsx';

/** Links to the operator's privacy policy and terms, if the settings name them, in a new tab: the form beside them stays. */
export function PolicyLinks(): ReactNode {
  const { privacyUrl, termsUrl } = usePageContext();
  const links = [
    ['common.privacy', privacyUrl],
    ['common.terms', termsUrl],
  ] as const;
  return links.map(
    ([text, url]) =>
      url && (
        <TextLink key={text} href={url} target="_blank" rel="noopener">
          <FormattedMessage id={text} />
        </TextLink>
      ),
  );
}
