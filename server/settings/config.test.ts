import { describe, expect, test } from '@jest/globals';
import { readSettings, schema, SettingsError } from './config.ts';

const KRATOS_PUBLIC_URL = 'http://kratos:4433';

describe('readSettings', () => {
  test('fills in the defaults, and generates a secret outside production', () => {
    const settings = readSettings({ KRATOS_PUBLIC_URL });
    expect(settings).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PORTAL_URL: 'http://localhost:3000',
      PORTAL_ADMIN_AAL: 'aal2',
      DEFAULT_LOCALE: 'en',
      PROVIDER_TIMEOUT_MS: 10_000,
      RATE_LIMIT: 'on',
      PEOPLE_PER_ADDRESS: 10,
      PORTAL_ADMINS: [],
      IDENTITY_SERVICE_URL: 'http://localhost:3000',
    });
    expect(settings.COOKIE_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(readSettings({ KRATOS_PUBLIC_URL }).COOKIE_SECRET).not.toBe(settings.COOKIE_SECRET);
  });

  test('treats an empty variable as unset', () => {
    const names = Object.keys(schema.shape).filter((name) => name !== 'KRATOS_PUBLIC_URL');
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    const { COOKIE_SECRET: made, ...settings } = readSettings({ ...empty, KRATOS_PUBLIC_URL });
    expect(made.length).toBeGreaterThanOrEqual(32);
    expect({ ...readSettings({ KRATOS_PUBLIC_URL }), COOKIE_SECRET: made }).toEqual({
      ...settings,
      COOKIE_SECRET: made,
    });
  });

  test.each([
    [undefined, false],
    ['1', 1],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ])('trusts the proxies of TRUST_PROXY=%s', (value, expected) => {
    expect(readSettings({ KRATOS_PUBLIC_URL, TRUST_PROXY: value }).TRUST_PROXY).toBe(expected);
  });

  test('uses the Ory Network project for every upstream that is not set', () => {
    const settings = readSettings({
      ORY_SDK_URL: 'https://p.example/',
      KRATOS_PUBLIC_URL: 'http://kratos:4433',
    });
    expect(settings.KRATOS_PUBLIC_URL).toBe('http://kratos:4433');
    expect(settings.HYDRA_ADMIN_URL).toBe('https://p.example');
    expect(settings.KETO_READ_URL).toBe('https://p.example');
  });

  test('reads lists with commas and blanks', () => {
    const settings = readSettings({
      KRATOS_PUBLIC_URL,
      PORTAL_ADMINS: 'a@example.org, b@example.org',
      ALLOWED_RETURN_URLS: 'https://a.example',
    });
    expect(settings.PORTAL_ADMINS).toEqual(['a@example.org', 'b@example.org']);
    expect(settings.ALLOWED_RETURN_URLS).toEqual(['https://a.example']);
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '1.5'],
    ['PORT', ' '],
    ['METRICS_PORT', 'on'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '-1'],
    ['DELETION_WEBHOOK_KEY', 'a-text-that-is-long-enough-but-no-key'],
    ['DELETION_WEBHOOK_KEY', 'whsec_dG9vIHNob3J0'],
    ['DATABASE_URL', 'mysql://db.example/portal'],
    ['DATABASE_URL', 'postgres://db.example:5432'],
    ['DATABASE_URL', 'postgres://db.example/portal?sslmode=require'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer token'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a%0Ab'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,,c=d'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=b=c'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1%'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
    ['HOST', 'portal.example'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '[::1'],
    ['PORTAL_URL', 'portal.example'],
    ['PORTAL_URL', 'https://portal.example/path'],
    ['PORTAL_URL', 'https://portal.example//'],
    ['PORTAL_URL', 'https://portal.example?'],
    ['PORTAL_URL', 'https://portal.example/?a=b'],
    ['PORTAL_URL', 'https://portal.example/#'],
    ['PORTAL_URL', 'https://user@portal.example'],
    ['PORTAL_URL', 'https://user:password@portal.example'],
    ['PORTAL_URL', 'https://'],
    ['PORTAL_URL', 'null'],
    ['IDENTITY_SERVICE_URL', 'https://id.example/path'],
    ['KRATOS_ADMIN_URL', 'http://user:password@kratos:4434'],
    ['KRATOS_PUBLIC_URL', 'http://kratos:4433?a=b'],
    ['KRATOS_PUBLIC_URL', 'http://kratos:4433/#a'],
    ['CUSTOMER_PORTAL_URL', 'https://user@customers.example'],
    ['IOS_APP_URL', 'javascript:alert(1)'],
    ['PRIVACY_URL', 'javascript:alert(1)'],
    ['TERMS_URL', 'terms'],
    ['IMAGE_ORIGINS', 'https://images.example/logos'],
    ['SECURITY_CONTACT', 'http://portal.example/security'],
    ['SECURITY_CONTACT', 'security@portal.example, security'],
    ['WEBAUTHN_ORIGINS', 'https://shop.example/path'],
    ['KRATOS_PUBLIC_URL', 'ftp://kratos'],
    ['COOKIE_SECRET', 'short'],
    ['PORTAL_ADMIN_AAL', 'aal0'],
    ['PORTAL_ADMIN_MAX_AGE', '900'],
    ['PORTAL_ADMIN_MAX_AGE', '0s'],
    ['PORTAL_ADMIN_MAX_AGE', '13h'],
    ['PORTAL_ADMIN_MAX_AGE', '1.5h'],
    ['DEFAULT_LOCALE', 'tlh'],
    ['PROVIDER_TIMEOUT_MS', '-1'],
    ['RATE_LIMIT', 'maybe'],
    ['SUPPORT_EMAIL', 'help'],
    ['LOG_LEVEL', 'loud'],
    ['HSTS', 'on'],
    ['LOG_CLIENT_ADDRESS', 'some'],
    ['AUDIT_LOG', 'stdot'],
    ['ALLOWED_RETURN_URLS', 'javascript:alert(1)'],
    ['IDENTITY_SERVICE_URL', 'https://id.example;sandbox'],
    ['IDENTITY_SERVICE_URL', 'https://*.example'],
    ['ALLOWED_RETURN_URLS', 'https://a.example https://b.example/path'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['CLIENT_PLACE_HEADER', 'CF IPCountry'],
  ])('refuses to start with %s=%s, naming the setting', (name, value) => {
    expect(() => readSettings({ KRATOS_PUBLIC_URL, [name]: value })).toThrow(SettingsError);
    expect(() => readSettings({ KRATOS_PUBLIC_URL, [name]: value })).toThrow(name);
  });

  test.each([
    ['https://portal.example/', 'https://portal.example'],
    ['HTTPS://Portal.Example:443', 'https://portal.example'],
    ['http://portal.example:80/', 'http://portal.example'],
    ['https://portal.example:8443/', 'https://portal.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
    [' https://portal.example ', 'https://portal.example'],
  ])('normalises PORTAL_URL=%s to the origin that browsers send', (given, origin) => {
    const settings = readSettings({
      KRATOS_PUBLIC_URL,
      PORTAL_URL: given,
      ALLOWED_RETURN_URLS: given.trim(),
    });
    expect(settings).toMatchObject({
      PORTAL_URL: origin,
      IDENTITY_SERVICE_URL: origin,
      ALLOWED_RETURN_URLS: [origin],
    });
  });

  test.each([
    ['3001', 'http://localhost:3001'],
    ['80', 'http://localhost'],
  ])('with PORT=%s alone the portal is at %s', (PORT, origin) => {
    const settings = readSettings({ KRATOS_PUBLIC_URL, PORT });
    expect(settings).toMatchObject({ PORTAL_URL: origin, IDENTITY_SERVICE_URL: origin });
  });

  test('refuses to serve the metrics on the portal’s own port', () => {
    const settings = { KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433' };
    for (const ports of [{ METRICS_PORT: '3000' }, { PORT: '8080', METRICS_PORT: '08080' }])
      expect(() => readSettings({ ...settings, ...ports })).toThrow('METRICS_PORT: must not be PORT');
    expect(readSettings({ ...settings, METRICS_PORT: '9464' }).METRICS_PORT).toBe(9464);
    expect(readSettings(settings).METRICS_PORT).toBeUndefined();
  });

  test.each([
    ['authorization=Basic%20abc==', 'a=b'],
    ['authorization=Basic abc==, x-scope=one', 'a.b/c=d%2Ce , f='],
  ])('reads the headers %s and attributes %s for traces', (headers, attributes) => {
    const given = { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_RESOURCE_ATTRIBUTES: attributes };
    expect(readSettings({ KRATOS_PUBLIC_URL, ...given })).toMatchObject(given);
  });

  test.each([
    ['0', 0],
    ['1', 1],
    ['1.0', 1],
    ['0.01', 0.01],
    ['.5', 0.5],
  ])('reads OTEL_TRACES_SAMPLER_ARG=%s', (given, share) => {
    expect(readSettings({ KRATOS_PUBLIC_URL, OTEL_TRACES_SAMPLER_ARG: given })).toMatchObject({
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: share,
    });
  });

  test('requires PORTAL_URL with PORT=0, which takes any free port', () => {
    expect(() => readSettings({ KRATOS_PUBLIC_URL, PORT: '0' })).toThrow('PORTAL_URL: is required');
    const PORTAL_URL = 'http://localhost:1';
    expect(readSettings({ KRATOS_PUBLIC_URL, PORT: '0', PORTAL_URL }).PORT).toBe(0);
  });

  test('keeps the path of an API’s URL, and all of a link', () => {
    const link = 'https://play.google.com/store/apps/details?id=org.example#top';
    const settings = readSettings({ KRATOS_PUBLIC_URL: 'HTTP://Kratos:80/public/', ANDROID_APP_URL: link });
    expect(settings).toMatchObject({ KRATOS_PUBLIC_URL: 'http://kratos/public', ANDROID_APP_URL: link });
  });

  test.each([
    [undefined, 900_000],
    ['90s', 90_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
  ])('with PORTAL_ADMIN_MAX_AGE=%s a sign-in may be %i ms old', (value, milliseconds) => {
    const settings = readSettings({ KRATOS_PUBLIC_URL, PORTAL_ADMIN_MAX_AGE: value });
    expect(settings.PORTAL_ADMIN_MAX_AGE).toBe(milliseconds);
  });

  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['::', '::'],
    ['[::1]', '::1'],
    ['localhost', 'localhost'],
  ])('listens on HOST=%s', (HOST, expected) => {
    expect(readSettings({ KRATOS_PUBLIC_URL, HOST }).HOST).toBe(expected);
  });

  test('reports all invalid settings at once, one line each, without their values', () => {
    const wrong = {
      NODE_ENV: 'production',
      KRATOS_HOOKS: 'off',
      PORT: 'eighty',
      PORTAL_URL: 'https://user:hunter2@portal.example',
      LOG_LEVEL: 'loud',
      ALLOWED_RETURN_URLS: 'https://a.example, b.example',
      PORTAL_ADMIN_AL: 'aal3',
    };
    const read = (): unknown => readSettings(wrong);
    expect(read).toThrow(
      [
        'The portal cannot start, because of its settings:',
        '  PORT: must be a whole number from 0 to 65535',
        '  PORTAL_URL: must be an http or https origin such as https://portal.example, without path, query, fragment, user and password',
        '  ALLOWED_RETURN_URLS, entry 2: must be an http or https origin such as https://portal.example, without path, query, fragment, user and password',
        '  LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent',
        '  COOKIE_SECRET: is required in production (at least 32 random characters)',
        '  KRATOS_PUBLIC_URL: is required, or ORY_SDK_URL for an Ory Network project',
        '  PORTAL_ADMIN_AL is not a setting; did you mean PORTAL_ADMIN_AAL?',
      ].join('\n'),
    );
  });

  test('requires the URL of the identity service', () => {
    expect(() => readSettings({})).toThrow('KRATOS_PUBLIC_URL');
    expect(readSettings({ ORY_SDK_URL: 'https://p.example' }).KRATOS_PUBLIC_URL).toBe('https://p.example');
  });
});
