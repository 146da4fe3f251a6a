import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';

/** Scopes with two names: OpenID Connect's and Hydra's own. */
const aliases = new Map([['offline', 'offline_access']]);

/** Describes a scope in words; returns it unchanged if the catalogue does not know it. */
export function useScopeLabel(): (scope: string) => string {
  const intl = useIntl();
  return (scope) => {
    const id = `scope.${aliases.get(scope) ?? scope}`;
    return id in intl.messages ? intl.formatMessage({ id }) : scope;
  };
}

/** Describes a scope: what it allows, and a sentence that explains it. An unknown scope is shown by its name. */
export function useScopeTexts(scope: string): { label: ReactNode; hint: ReactNode } {
  const { messages } = useIntl();
  const name = aliases.get(scope) ?? scope;
  const [label, hint] = [`scope.${name}`, `scopeHint.${name}`].map((id) =>
    id in messages ? <FormattedMessage key={id} id={id} /> : undefined,
  );
  return { label: label ?? <code>{scope}</code>, hint };
}
