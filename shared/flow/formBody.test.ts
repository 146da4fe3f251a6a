import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { input } from '../../test/support/flows/flowParts.ts';
import { formBody } from './formBody.ts';

/** Returns what is sent of a form that has these nodes. @param form its entries, as a query */
const sent = (form: string, nodes: UiNode[] = []): unknown =>
  JSON.parse(JSON.stringify(formBody([...new URLSearchParams(form)], nodes)));

const boxes = [
  input('default', 'traits.doctor', 'checkbox', { value: true }),
  input('default', 'traits.sports', 'checkbox'),
  input('default', 'traits.news', 'checkbox', { value: true }),
  input('default', 'traits.tos', 'checkbox', { required: true }),
  input('default', 'traits.fixed', 'checkbox', { disabled: true }),
];
const typed = [
  input('default', 'traits.age', 'number'),
  input('default', 'traits.tos', 'hidden', { value: true }),
  input('default', 'traits.size', 'text', { options: [{ value: 1 }, { value: 2 }] }),
  input('default', 'traits.loud', 'text', { options: [{ value: true }, { value: false }] }),
];
const at = [input('default', 'at', 'datetime-local')];
const choices = ['sport', 'music', 'food'].map((value) =>
  input('profile', 'traits.likes', 'checkbox', { value }),
);
const tags = [
  input('profile', 'traits.tags', 'text'),
  ...['0', '1', '2'].map((place) => input('profile', `traits.tags.${place}`, 'text', { value: place })),
];
const contacts = ['0', '1'].flatMap((place) => [
  input('profile', `traits.contacts.${place}.floor`, 'number'),
  input('profile', `traits.contacts.${place}.name`, 'text'),
]);
const sizes = ['1', '2'].map((value) => input('profile', 'traits.sizes', 'number', { value }));
const plan = [
  input('profile', 'traits.plan', 'hidden', { value: 'none' }),
  input('profile', 'traits.plan', 'checkbox', { value: 'premium', required: true }),
];
const payload = '{"visits":{"0":"a"},"clinic":null}';

test.each<[string, string, UiNode[], object]>([
  [
    'names with dots become nested objects',
    'csrf_token=t&traits.email=ann&traits.name.first=Ann&traits.name.last=Lee&method=password',
    [],
    { csrf_token: 't', traits: { email: 'ann', name: { first: 'Ann', last: 'Lee' } }, method: 'password' },
  ],
  [
    'the transient payload is sent as it is, whatever its keys and values',
    `transient_payload=${payload}`,
    [],
    { transient_payload: { visits: { 0: 'a' }, clinic: null } },
  ],
  [
    'spaces in a password are kept',
    'password= a b ',
    [input('password', 'password', 'password')],
    { password: ' a b ' },
  ],
  ['empty values are left out', 'traits.locale=&password=', [], {}],
  [
    'an unticked checkbox is false if it had a value, and left out otherwise',
    'traits.news=true',
    boxes,
    { traits: { doctor: false, news: true } },
  ],
  [
    'a ticked checkbox is true',
    'traits.tos=on',
    boxes,
    { traits: { doctor: false, news: false, tos: true } },
  ],
  [
    'numbers, hidden booleans and selected options keep their type',
    'traits.age=41&traits.tos=true&traits.size=2&traits.loud=false',
    typed,
    { traits: { age: 41, tos: true, size: 2, loud: false } },
  ],
  [
    'an invalid number is sent as it is, for the provider to reject',
    'age=4x',
    [input('default', 'age', 'number')],
    { age: '4x' },
  ],
  ['a local time is sent with seconds and zone', 'at=2026-01-31T12:00', at, { at: '2026-01-31T12:00:00Z' }],
  ['a local time keeps its seconds', 'at=2026-01-31T12:00:30', at, { at: '2026-01-31T12:00:30Z' }],
  ['a time with a zone is sent as it is', 'at=2026-01-31T12:00:30Z', at, { at: '2026-01-31T12:00:30Z' }],
  ['the last of several values counts', 'method=code&method=password', [], { method: 'password' }],
  [
    'checkboxes that share a name are a list',
    'traits.likes=sport&traits.likes=food',
    choices,
    { traits: { likes: ['sport', 'food'] } },
  ],
  [
    'one ticked checkbox of several is a list',
    'traits.likes=music',
    choices,
    { traits: { likes: ['music'] } },
  ],
  ['no ticked checkbox of several is an empty list', '', choices, { traits: { likes: [] } }],
  [
    'the numbered entries of a list are sent as one, without emptied entries',
    'traits.tags.0=a&traits.tags.1=&traits.tags.2=c&traits.tags=',
    tags,
    { traits: { tags: ['a', 'c'] } },
  ],
  [
    'what is typed to add an entry is the last of its list',
    'traits.tags.0=a&traits.tags.1=&traits.tags.2=c&traits.tags=&traits.tags=new',
    tags,
    { traits: { tags: ['a', 'c', 'new'] } },
  ],
  [
    'the numbered entries of a list of objects are sent as a list',
    'traits.contacts.0.floor=3&traits.contacts.1.floor=&traits.contacts.0.name=Ann&traits.contacts.1.name=Bob',
    contacts,
    { traits: { contacts: [{ floor: 3, name: 'Ann' }, { name: 'Bob' }] } },
  ],
  [
    'fields that share a name are sent as a list, in order, each with its own type',
    'traits.sizes=2&traits.sizes=&traits.sizes=7',
    sizes,
    { traits: { sizes: [2, 7] } },
  ],
  [
    'a checkbox with its own value sends that, and overrides the hidden field of the same name',
    'traits.plan=none&traits.plan=premium',
    plan,
    { traits: { plan: 'premium' } },
  ],
  [
    'a field that two methods ask for is not sent as a list',
    'email=ann&email=ann',
    [input('code', 'email', 'email'), input('link', 'email', 'email')],
    { email: 'ann' },
  ],
])('%s', (_title, form, nodes, body) => {
  expect(sent(form, nodes)).toEqual(body);
});

test('files are left out', () => {
  expect(formBody([['file', new Blob(['x'])]], [])).toEqual({});
});

test('a name cannot modify a prototype, nor reach through a list into its prototype', () => {
  sent('__proto__.polluted=x&constructor.prototype.polluted=x');
  formBody([['traits.tags.__proto__.polluted', 'x']], tags.slice(0, 2), { traits: { tags: ['a'] } });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(([] as { polluted?: string }[] & { polluted?: string }).polluted).toBeUndefined();
});
