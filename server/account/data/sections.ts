import { agreementIn, agreementKey, type Agreement } from '../../../shared/agreement.ts';
import { fieldsOf, isObject } from '../../../shared/fields.ts';
import { isSocial } from '../../../shared/flow/methods.ts';
import { givenMethods } from '../../../shared/sessions.ts';
import { clientDetails } from '../../upstreams/clientDetails.ts';
import type { Courier } from '../../upstreams/courier.ts';
import type { Provider } from '../../upstreams/provider.ts';
import type { StoredIdentity } from '../../upstreams/storedIdentity.ts';
import { upstreamFailed } from '../../upstreams/upstreamErrors.ts';
import { placeName } from '../../../shared/placeName.ts';
import { activitySentence } from '../../../shared/activitySentence.ts';
import type { Store } from '../../store/store.ts';
import { shownActivity } from '../../../shared/shownActivity.ts';
import type { Words } from './words.ts';

/** The columns of the tables, by the catalogue's names. */
type Column =
  | 'address'
  | 'application'
  | 'device'
  | 'event'
  | 'expires'
  | 'from'
  | 'method'
  | 'permission'
  | 'scopes'
  | 'since'
  | 'subject'
  | 'time'
  | 'value'
  | 'verified'
  | 'what';

/** One row of a section: as data for programs, and in words, a cell a column. */
export interface Row {
  data: unknown;
  cells: (words: Words) => string[];
}

/** A list of an archive, read page by page. */
export interface Section {
  /** Its name in the data for programs. */
  name: string;
  /** The catalogue key of its title. */
  title: string;
  columns: Column[];
  /** Reads it. @throws PortalError for what an upstream cannot tell */
  pages: () => AsyncIterable<Row[]> | Iterable<Row[]>;
}

/** What an archive is read from. */
export interface Sources {
  identity: StoredIdentity;
  provider: Pick<Provider, 'identities' | 'hydra' | 'keto'> & {
    courier?: Pick<Courier, 'messagesTo'> | undefined;
  };
  store: Store | undefined;
}

/** Returns a time if it is set: Go writes an unset one as year 1. */
const timeIn = (time: string | null | undefined): string | undefined =>
  Date.parse(time ?? '') > 0 ? (time ?? undefined) : undefined;

const present = (texts: (string | null | undefined)[]): string[] =>
  texts.filter((text): text is string => Boolean(text));

/** Turns pages of what an upstream lists into rows. */
async function* rowsOf<Item>(pages: AsyncIterable<Item[]>, row: (item: Item) => Row): AsyncGenerator<Row[]> {
  for await (const items of pages) yield items.map(row);
}

const methodName = ({ name }: Words, method: string): string =>
  name(`settings.sessions.method.${method}`, method);

/** What an identity says of itself, for programs. */
export const identityData = (identity: StoredIdentity) => ({
  id: identity.id,
  schema: identity.schema_id,
  state: identity.state,
  stateChangedAt: timeIn(identity.state_changed_at),
  createdAt: timeIn(identity.created_at),
  updatedAt: timeIn(identity.updated_at),
  traits: identity.traits,
  metadata: identity.metadata_public,
});

/** Returns the values in JSON with their names, such as `name.first`. */
function flat(value: unknown, name: string): [name: string, value: string | boolean][] {
  if (value === null || value === undefined) return [];
  if (isObject(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => flat(inner, name === '' ? key : `${name}.${key}`));
  return [[name, typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value)]];
}

/** Returns the value of a fact. @param key the catalogue key of its name */
function inWords(value: string | boolean, key: string, words: Words): string {
  if (typeof value === 'boolean') return words.yesOrNo(value);
  if (key === 'archive.identity.state') return words.name(`archive.state.${value}`, value);
  return /^archive\.identity\.\w+At$/.test(key) ? words.time(value) : value;
}

/** What somebody has agreed to, in words. */
const agreementRow = ({ version, at }: Agreement): Row => ({
  data: [agreementKey, version],
  cells: ({ intl, name, time }) => [
    name('data.agreement.title', agreementKey),
    intl.formatMessage({ id: 'data.agreement.text' }, { version, date: time(at) }),
  ],
});

/** The identity as a list of facts. */
function identityFacts(identity: StoredIdentity): Row[] {
  const { traits, metadata, ...facts } = identityData(identity);
  const row = (key: string, name: string, value: string | boolean): Row => ({
    data: [name, value],
    cells: (words) => [words.name(key, name), inWords(value, key, words)],
  });
  const agreement = agreementIn(metadata);
  const others = agreement ? { ...fieldsOf(metadata), [agreementKey]: undefined } : metadata;
  return [
    ...flat(facts, '').map(([name, value]) => row(`archive.identity.${name}`, name, value)),
    ...flat(traits, '').map(([name, value]) => row(`trait.${name}`, name, value)),
    ...(agreement ? [agreementRow(agreement)] : []),
    ...flat(others, '').map(([name, value]) => row('', name, value)),
  ];
}

/** The section of the identity's facts: for readers alone, because programs get `identityData`. */
export const identitySection = ({ identity }: Pick<Sources, 'identity'>): Section => ({
  name: 'identity',
  title: 'archive.identity',
  columns: ['what', 'value'],
  pages: () => [identityFacts(identity)],
});

function addresses({ verifiable_addresses, recovery_addresses }: StoredIdentity): Row[] {
  const verifiable = (verifiable_addresses ?? []).map(({ value, verified, verified_at }) => ({
    address: value,
    verified,
    verifiedAt: timeIn(verified_at),
  }));
  const others = (recovery_addresses ?? [])
    .filter(({ value }) => !verifiable.some(({ address }) => address === value))
    .map(({ value }) => ({ address: value, verified: false, verifiedAt: undefined }));
  return [...verifiable, ...others].map((one) => ({
    data: one,
    cells: ({ time, yesOrNo }) => [
      one.address,
      one.verified ? time(one.verifiedAt) || yesOrNo(true) : yesOrNo(false),
    ],
  }));
}

type StoredCredential = NonNullable<StoredIdentity['credentials']>[string];

interface Credential {
  kind: string;
  /** Its own name, or the social provider's. */
  name?: string | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
}

/** Returns the credentials of one kind, without what is secret or tells one from others; Kratos also lists kinds without any. */
function credentialsOf(kind: string, stored: StoredCredential): Credential[] {
  const { identifiers, config } = stored;
  const dates = { createdAt: timeIn(stored.created_at), updatedAt: timeIn(stored.updated_at) };
  if (kind === 'password') {
    const isSet = Boolean(config?.hashed_password) || config?.use_password_migration_hook === true;
    return isSet ? [{ kind, ...dates }] : [];
  }
  if (kind === 'passkey' || kind === 'webauthn')
    return (config?.credentials ?? []).map(({ display_name: name, added_at: added }) => ({
      kind,
      name: name ?? undefined,
      createdAt: timeIn(added) ?? dates.createdAt,
    }));
  // `google:` and the person's number there
  if (isSocial(kind))
    return (identifiers ?? []).map((identifier) => ({ kind, name: identifier.split(':', 1)[0], ...dates }));
  return [{ kind, ...dates }];
}

const credentials = ({ credentials: stored }: StoredIdentity): Row[] =>
  Object.entries(stored ?? {})
    .flatMap(([kind, one]) => credentialsOf(kind, one))
    .map((one) => ({
      data: one,
      cells: (words) => [
        present([methodName(words, one.kind), one.name]).join(': '),
        words.time(one.createdAt),
      ],
    }));

/** Returns the sections after the identity's own; without those for which the portal is not set up. */
export function sectionsOf({ identity, provider, store }: Sources): Section[] {
  const { identities, courier, hydra, keto } = provider;
  const { id } = identity;
  const proved = (identity.verifiable_addresses ?? []).filter(({ verified }) => verified);
  const sections: (Section | undefined)[] = [
    {
      name: 'addresses',
      title: 'archive.addresses',
      columns: ['address', 'verified'],
      pages: () => [addresses(identity)],
    },
    {
      name: 'credentials',
      title: 'archive.credentials',
      columns: ['method', 'since'],
      pages: () => [credentials(identity)],
    },
    identities && {
      name: 'sessions',
      title: 'settings.sessions.nav',
      columns: ['time', 'method', 'device', 'from', 'expires'],
      pages: () =>
        rowsOf(identities.everySession(id), (session) => {
          const data = {
            signedInAt: session.authenticated_at ?? session.issued_at,
            expiresAt: session.expires_at,
            active: session.active,
            methods: [...new Set(givenMethods(session).flatMap(({ method }) => method ?? []))],
            devices: (session.devices ?? []).map(({ user_agent, ip_address, location }) => ({
              userAgent: user_agent,
              address: ip_address,
              location,
            })),
          };
          return {
            data,
            cells: (words) => [
              words.time(data.signedInAt),
              data.methods.map((method) => methodName(words, method)).join(', '),
              data.devices.map(({ userAgent }) => words.device(userAgent)).join(', '),
              present(data.devices.flatMap(({ address, location }) => [address, location])).join(', '),
              words.time(data.expiresAt),
            ],
          };
        }),
    },
    hydra && {
      name: 'applications',
      title: 'settings.applications.title',
      columns: ['time', 'application', 'scopes'],
      pages: () =>
        rowsOf(hydra.grants.pages(id), (consent) => {
          const client = consent.consent_request?.client;
          const { id: clientId, name = clientId } = client ? clientDetails(client) : {};
          const data = {
            application: name,
            clientId,
            allowedAt: timeIn(consent.handled_at),
            scopes: consent.grant_scope ?? [],
            audience: consent.grant_access_token_audience ?? [],
            remembered: consent.remember ?? undefined,
          };
          return {
            data,
            cells: (words) => [
              words.time(data.allowedAt),
              data.application ?? '',
              [...data.scopes.map((scope) => words.name(`scope.${scope}`, scope)), ...data.audience].join(
                ', ',
              ),
            ],
          };
        }),
    },
    keto && {
      name: 'permissions',
      title: 'archive.permissions',
      columns: ['permission'],
      pages: () =>
        rowsOf(keto.relationsOf(id), (tuple) => ({
          data: tuple,
          cells: () => [`${tuple.namespace}:${tuple.object}#${tuple.relation}`],
        })),
    },
    store && {
      name: 'history',
      title: 'activity.title',
      columns: ['time', 'event', 'device', 'from'],
      pages: () =>
        rowsOf(history(store, id), (event) => ({
          data: { at: new Date(event.at).toISOString(), kind: event.kind, ...event.about },
          cells: (words) => [
            words.time(event.at),
            activitySentence(words.intl, shownActivity(event)),
            event.about.userAgent === undefined ? '' : words.device(event.about.userAgent),
            [event.about.from, event.about.place && placeName(words.intl, event.about.place)]
              .filter(Boolean)
              .join(', '),
          ],
        })),
    },
    courier && {
      name: 'messages',
      title: 'archive.messages',
      columns: ['time', 'subject', 'address'],
      pages: async function* () {
        // what was sent to an unproved address may be somebody else's
        for (const { value } of proved)
          yield* rowsOf(courier.messagesTo(value), (message) => {
            const data = {
              at: timeIn(message.created_at),
              kind: message.template_type ?? undefined,
              type: message.type ?? undefined,
              status: message.status ?? undefined,
              subject: message.subject?.replace(codes, '…'),
              recipient: message.recipient ?? value,
            };
            return {
              data,
              cells: ({ time }) => [time(data.at), data.subject ?? data.kind ?? '', data.recipient],
            };
          });
      },
    },
  ];
  return sections.filter((section) => section !== undefined);
}

/** What may be a code: an operator's own templates may have one in the subject. */
const codes = /\d{6,}/g;

/** Reads the history, the latest event first. */
async function* history(store: Store, identity: string) {
  let after: string | undefined;
  do {
    // the store logs why it cannot be read
    const { events, next } = await store.history(identity, { after }).catch(() => {
      throw upstreamFailed();
    });
    yield events;
    after = next;
  } while (after !== undefined);
}
