/**
 * Who may import whom: `client → shared ← server`, one room after the other. docs/architecture.md draws it.
 * A room that a rule names may be missing: the rule then waits for it.
 */
const area = ['http', 'pages', 'provider', 'render', 'security', 'settings', 'urls'];
const pages = ['flow', 'shell', 'ui'];

/** What each room may import of its own side, beside itself. Rooms of one area are in no other's list. */
const rooms = {
  client: { ui: [], shell: ['ui'], flow: ['shell', 'ui'], account: pages, oauth2: pages, console: pages },
  server: {
    settings: [],
    urls: ['settings'],
    operations: [],
    http: ['operations', 'settings'],
    security: ['http', 'operations', 'settings'],
    provider: ['http', 'security', 'settings'],
    render: ['security'],
    brand: ['render', 'settings'],
    pages: ['http', 'provider', 'render', 'security', 'settings', 'urls'],
    docs: ['operations', 'render'],
    gateway: ['http', 'operations', 'provider', 'security', 'urls'],
    account: area,
    oauth2: area,
    console: area,
  },
};

const forbidden = (name, comment, from, to, exceptFrom) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(exceptFrom && { pathNot: exceptFrom }) },
  to: { path: to },
});

/** A rule for each room. What is left out of the lists above is forbidden. */
const roomRules = Object.entries(rooms).flatMap(([side, lists]) =>
  Object.entries(lists).map(([room, allowed]) => ({
    name: `${side}/${room}-stands-on-the-rooms-below`,
    comment: 'docs/architecture.md draws what a room may import.',
    severity: 'error',
    from: { path: `^${side}/${room}/` },
    to: { path: `^${side}/`, pathNot: `^${side}/(${[room, ...allowed].join('|')})/` },
  })),
);

/** A rule for each side: a room that is not in the lists above may import nothing. */
const roomLists = Object.entries(rooms).map(([side, lists]) => ({
  name: `${side}-rooms-are-listed`,
  comment: 'The table of rooms in .dependency-cruiser.mjs says what each may import: a new one needs a row.',
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
      'What one side alone needs belongs to that side.',
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
      'What is shipped stands on nothing that only this repository needs.',
      '^(client|server|shared)/',
      '^(provider|scripts|bench|test)/',
    ),
    forbidden(
      'provider-alone',
      'What runs the provider needs no code of the portal.',
      '^provider/',
      '^(client|server|shared|scripts|bench|test)/',
      '^provider/(mails/|local/mailPreviews)',
    ),
    forbidden(
      'mails-know-the-languages',
      'The mails are written in the portal’s languages, and need nothing else of it.',
      '^provider/(mails/|local/mailPreviews)',
      '^(client|server|scripts|bench|test|shared/(?!messages/))/',
    ),
    forbidden(
      'provider-called-in-two-rooms',
      'server/provider calls the provider on the portal’s own behalf; server/gateway passes calls on.',
      '^(client/|shared/|server/(?!(provider|gateway)/))',
      '^node_modules/(http-proxy-middleware|undici)/',
    ),
    {
      name: 'requests-built-in-one-room',
      comment:
        'server/provider/requests.ts has @ory/client’s builders of requests; the others need its types alone.',
      severity: 'error',
      from: { path: '^(client|shared|server)/', pathNot: '^server/provider/requests[.]ts$' },
      to: { path: '^node_modules/(@ory/client|axios)/', dependencyTypesNot: ['type-only'] },
    },
    forbidden(
      'design-system-alone',
      'client/ui knows no page, no flow and no provider.',
      '^client/ui/',
      '^shared/',
    ),
    forbidden(
      'states-in-gallery-only',
      'The states of components are for the gallery, and in no bundle of the product.',
      '^',
      '[.]states[.]tsx$',
      '^scripts/gallery/',
    ),
    forbidden(
      'sandbox-in-local-only',
      'Nothing that is shipped can reach the sandbox.',
      '^',
      '^provider/sandbox/',
      '^(provider/(local|sandbox)|test)/',
    ),
    {
      name: 'flow-model-alone',
      comment:
        'client/flow/model says what a flow shows, without React and without the components that show it.',
      severity: 'error',
      from: { path: '^client/flow/model/' },
      to: { path: '^(client/|node_modules/(@types/)?react)', pathNot: '^client/flow/model/' },
    },
    {
      name: 'no-cycles-of-files',
      comment: 'Files that import each other, be it for a type, cannot be read, tested or moved apart.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-of-folders',
      comment: 'A room stands on those below it.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // a test may import whatever it needs
    exclude: { path: '[.](css|svg|json|test[.]tsx?)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
