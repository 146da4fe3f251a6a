import type {
  AuthenticatorAssuranceLevel,
  Session,
  SessionDevice,
  VerifiableIdentityAddress,
} from '@ory/client';
import { fieldsOf, objectsIn, textIn, type Fields } from './fields.ts';

/** Returns a time if it can be shown. Go writes an unset time as year 1. */
function time(value: unknown): string | undefined {
  const text = textIn(value) ?? '';
  return Date.parse(text) > 0 ? text : undefined;
}

const readDevice = (device: Fields): SessionDevice => ({
  id: textIn(device.id) ?? '',
  user_agent: textIn(device.user_agent),
  ip_address: textIn(device.ip_address),
  location: textIn(device.location),
});

const levels: readonly string[] = ['aal0', 'aal1', 'aal2', 'aal3'] satisfies AuthenticatorAssuranceLevel[];

const isLevel = (value: unknown): value is AuthenticatorAssuranceLevel => levels.includes(value as string);

const readAddress = ({ value, verified, via }: Fields): VerifiableIdentityAddress => ({
  value: textIn(value) ?? '',
  verified: verified === true,
  via: textIn(via) as VerifiableIdentityAddress['via'],
  status: '',
});

/**
 * Reads a session of any shape. For a client that sends no User-Agent, for example, Kratos has null in that and other
 * fields of the device.
 *
 * @returns a session whose fields have the contract's types; those that were null or of another type are left out.
 * Undefined for a body that is not a session
 */
export function readSession(body: unknown): Session | undefined {
  const fields = fieldsOf(body);
  const { authenticator_assurance_level: level } = fields;
  const id = textIn(fields.id);
  if (id === undefined) return undefined;
  const {
    id: identity = '',
    traits,
    metadata_public,
    verifiable_addresses,
    created_at,
    updated_at,
  } = fieldsOf(fields.identity);
  return {
    id,
    active: fields.active !== false,
    issued_at: time(fields.issued_at),
    authenticated_at: time(fields.authenticated_at),
    expires_at: time(fields.expires_at),
    authentication_methods: objectsIn(fields.authentication_methods).filter(({ method }) => textIn(method)),
    devices: objectsIn(fields.devices).map(readDevice),
    authenticator_assurance_level: isLevel(level) ? level : undefined,
    identity: {
      id: textIn(identity) ?? '',
      traits: fieldsOf(traits),
      metadata_public: fieldsOf(metadata_public),
      verifiable_addresses: objectsIn(verifiable_addresses).map(readAddress),
      created_at: time(created_at),
      updated_at: time(updated_at),
      schema_id: '',
      schema_url: '',
    },
  };
}
