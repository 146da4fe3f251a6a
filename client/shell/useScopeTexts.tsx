import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';

/** Scopes with two names: OpenID Connect's and Hydra's own. */
const aliases = new Map([['offline', 'offline_access']]);

/** Characters that no scope contains (RFC 6749, section 3.3), although Hydra accepts them: some rearrange the text around. */
const beyondAscii = /[^!-~]/g;

/** Tells the scopes that the catalogue describes from those that only their application can explain. */
export function useIsExplained(): (scope: string) => boolean {
  const { messages } = useIntl();
  return (scope) => `scope.${aliases.get(scope) ?? scope}` in messages;
}

/** Describes a scope: what it allows, and a sentence that explains it. An unknown scope is shown by its name. */
export function useScopeTexts(scope: string): { label: ReactNode; hint: ReactNode } {
  const { messages } = useIntl();
  const name = aliases.get(scope) ?? scope;
  const [label, hint] = [`scope.${name}`, `scopeHint.${name}`].map((id) =>
    id in messages ? <FormattedMessage key={id} id={id} /> : undefined,
  );
  return { label: label ?? <code>{scope.replace(beyondAscii, ' ')}</code>, hint };
}
