import type { UiNodeInputAttributes } from '@ory/client';
import { lookUp } from '../../../shared/fields.ts';
import type { FlowKind } from '../../../shared/page.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** Attributes of an input element, as React names them. */
interface InputProps {
  name?: string;
  type?: string;
  required?: boolean | undefined;
  disabled?: boolean;
  pattern?: string;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  minLength?: number;
  maxLength?: number | undefined;
  title?: string;
  placeholder?: string;
  inputMode?: 'numeric';
  autoComplete?: string;
  autoCapitalize?: string;
  autoCorrect?: string;
  spellCheck?: boolean;
}

const code: InputProps = { inputMode: 'numeric', autoComplete: 'one-time-code' };
const asTyped: InputProps = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
const email: InputProps = { ...asTyped, autoComplete: 'email' };
/** Matches an email address or a phone number: Kratos pretends to mail anything that is typed there. */
const recoveryAddress: InputProps = {
  ...email,
  pattern: String.raw`\s*[^\s@]+@[^\s@]+\s*|[\s+\d.\/\(\)\-]+`,
};

/** Attributes by field name that the provider leaves unset. */
const byName: Record<string, InputProps> = {
  [nodeName.identifier]: { ...asTyped, autoComplete: 'username' },
  [nodeName.recoveryAddress]: recoveryAddress,
  [nodeName.recoveryConfirmAddress]: recoveryAddress,
  [nodeName.code]: code,
  [nodeName.totpCode]: code,
  [nodeName.lookupSecret]: { ...asTyped, autoComplete: 'off' },
  [nodeName.keyName]: { autoComplete: 'off', pattern: '.*\\S.*' },
  [nodeName.firstNameTrait]: { autoComplete: 'given-name' },
  [nodeName.lastNameTrait]: { autoComplete: 'family-name' },
};

const passwordOf = (kind: FlowKind): InputProps => ({
  autoComplete: kind === 'login' ? 'current-password' : 'new-password',
});

const byType: Record<string, (kind: FlowKind) => InputProps> = {
  password: passwordOf,
  email: () => email,
  tel: () => ({ autoComplete: 'tel' }),
  url: () => asTyped,
  // by default browsers only accept whole numbers
  number: () => ({ step: 'any' }),
  // and whole minutes
  'datetime-local': () => ({ step: 'any' }),
};

/** Whether a field names a new security key: Kratos requires the name only after the key was touched. */
const namesNewKey = (kind: FlowKind, name: string) => kind === 'settings' && name === nodeName.keyName;

/** HTML constraints that a provider may send although its contract does not list them. */
const constraints = ['min', 'max', 'step', 'minLength', 'title', 'placeholder'] as const;

function constraintsOf(input: UiNodeInputAttributes): InputProps {
  const attributes = input as unknown as Record<string, unknown>;
  const found = constraints.map(
    (name) => [name, attributes[name] ?? attributes[name.toLowerCase()]] as const,
  );
  return Object.fromEntries(
    found.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );
}

/** Returns a field's attributes: the provider's, and defaults for its name and type. */
export function fieldAttributes(kind: FlowKind, input: UiNodeInputAttributes): InputProps {
  const { name, type, required, disabled, pattern, maxlength, autocomplete } = input;
  return {
    ...lookUp(byType, type)?.(kind),
    ...lookUp(byName, name),
    ...constraintsOf(input),
    name,
    type,
    required: required === true || namesNewKey(kind, name) || undefined,
    disabled,
    maxLength: maxlength,
    ...(pattern && { pattern }),
    ...(autocomplete && { autoComplete: autocomplete }),
  };
}
