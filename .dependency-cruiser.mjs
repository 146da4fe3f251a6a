/**
 * What each room may import: `client → shared ← server`, and within each side only the rooms below. docs/architecture.md has
 * the diagram. A rule may name a room that does not exist yet.
 */
const area = ['deletions', 'http', 'pages', 'upstreams', 'render', 'security', 'settings', 'store', 'urls'];
const pages = ['flow', 'shell', 'ui'];

/** What each room may import on its own side, besides itself. Areas (account, oauth2, console) are in no list. */
const rooms = {
  client: { ui: [], shell: ['ui'], flow: ['shell', 'ui'], account: pages, oauth2: pages, console: pages },
  server: {
    settings: [],
    urls: ['settings'],
    operations: [],
    http: ['operations', 'settings'],
    security: ['http', 'operations', 'settings'],
    upstreams: ['http', 'operations', 'security', 'settings'],
    log: ['http', 'settings'],
    store: ['settings'],
    metrics: ['http', 'store', 'upstreams'],
    traces: ['http', 'operations', 'settings', 'upstreams'],
    render: ['security'],
    brand: ['render', 'settings'],
    deletions: ['store', 'upstreams'],
    people: ['store', 'upstreams'],
    notices: ['render', 'security', 'settings', 'store'],
    pages: ['http', 'upstreams', 'render', 'security', 'settings', 'urls'],
    hooks: ['http', 'upstreams', 'security', 'store'],
    apiReference: ['operations', 'render'],
    admin: ['http', 'log', 'operations', 'upstreams', 'security', 'settings', 'store', 'urls'],
    gateway: ['admin', 'http', 'operations', 'upstreams', 'security', 'urls'],
    forms: ['gateway', 'http', 'operations', 'upstreams', 'security', 'store', 'urls'],
    account: area,
    oauth2: area,
    console: ['admin', 'notices', 'operations', ...area],
  },
};

const forbidden = (name, comment, from, to, exceptFrom) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(exceptFrom && { pathNot: exceptFrom }) },
  to: { path: to },
});

/** A rule for each room: whatever is not in its list above is forbidden. */
const roomRules = Object.entries(rooms).flatMap(([side, lists]) =>
  Object.entries(lists).map(([room, allowed]) => ({
    name: `${side}/${room}-imports-rooms-below`,
    comment: 'The diagram in docs/architecture.md shows what each room may import.',
    severity: 'error',
    from: { path: `^${side}/${room}/` },
    to: { path: `^${side}/`, pathNot: `^${side}/(${[room, ...allowed].join('|')})/` },
  })),
);

/** A rule for each side: a room without a list above may import nothing. */
const roomLists = Object.entries(rooms).map(([side, lists]) => ({
  name: `${side}-rooms-are-listed`,
  comment:
    'The table of rooms in .dependency-cruiser.mjs says what each may import: add a row for a new room.',
  severity: 'error',
  from: { path: `^${side}/(?!(${Object.keys(lists).join('|')})/)[^/]+/` },
  to: {},
}));

export default {
  forbidden: [
    ...roomRules,
    ...roomLists,
    forbidden(
      'shared-imports-neither-side',
      'Code that only one side needs belongs to that side.',
      '^shared/',
      '^(client|server)/',
    ),
    forbidden('client-without-server', 'The browser never sees server code.', '^client/', '^server/'),
    forbidden(
      'pages-in-render-only',
      'Only server/render imports the pages.',
      '^server/(?!render/)',
      '^client/',
    ),
    forbidden(
      'product-without-tools',
      'Shipped code does not import development tools.',
      '^(client|server|shared)/',
      '^(provider|scripts|bench|test)/',
    ),
    forbidden(
      'provider-alone',
      'The code that runs the provider does not import the portal, but for the look of its mails.',
      '^provider/',
      '^(client|server|shared/(?!mail/)|scripts|bench|test)/',
      '^provider/(mails/|local/mailPreviews)',
    ),
    forbidden(
      'mails-know-the-languages',
      'The mails import the portal’s catalogues, colours and layout, and nothing else.',
      '^provider/(mails/|local/mailPreviews)',
      '^((client|server|scripts|bench|test)/|shared/(?!mail/|messages/|productColors[.]ts))',
    ),
    forbidden(
      'provider-called-in-two-rooms',
      'server/upstreams calls the provider on the portal’s own behalf; server/gateway passes calls on.',
      '^(client/|shared/|server/(?!(upstreams|gateway)/))',
      '^node_modules/(http-proxy-middleware|undici)/',
    ),
    {
      name: 'requests-built-in-one-room',
      comment:
        'Only server/upstreams/requests.ts imports @ory/client’s request builders; other files import its types.',
      severity: 'error',
      from: { path: '^(client|shared|server)/', pathNot: '^server/upstreams/requests[.]ts$' },
      to: { path: '^node_modules/(@ory/client|axios)/', dependencyTypesNot: ['type-only'] },
    },
    forbidden(
      'design-system-alone',
      'client/ui knows nothing of pages, flows or the provider.',
      '^client/ui/',
      '^shared/',
    ),
    {
      name: 'flow-model-alone',
      comment: 'client/flow/model decides what a flow shows, without React and without components.',
      severity: 'error',
      from: { path: '^client/flow/model/' },
      to: { path: '^(client/|node_modules/(@types/)?react)', pathNot: '^client/flow/model/' },
    },
    {
      name: 'no-cycles-of-files',
      comment: 'Files that import each other, even for types, cannot be read, tested or moved separately.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-of-folders',
      comment: 'A room imports only rooms below it.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // tests may import anything
    exclude: { path: '[.](css|svg|json|test[.]tsx?)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
