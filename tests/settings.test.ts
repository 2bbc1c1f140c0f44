import { readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogueSettings } from '#catalogue/settings';
import { readSettings } from '#index';
import { uploadSettings } from '#platform/storage/settings';
import { mailSettings } from '#plugins/mail/settings';
import { SettingsError } from '#platform/settings';
import { secretSettings } from '#platform/settings/secrets';
import { serverSettings } from '#platform/settings/server';
import { shutdownSettings } from '#platform/settings/shutdown';

const secrets = {
  APP_KEYS: 'first-key-0123456789, second-key-0123456789',
  ADMIN_JWT_SECRET: 'admin-jwt-0123456789',
  API_TOKEN_SALT: 'api-token-0123456789',
  TRANSFER_TOKEN_SALT: 'transfer-0123456789',
  ENCRYPTION_KEY: 'encryption-0123456789',
  JWT_SECRET: 'jwt-secret-0123456789',
};
const DATABASE_URL = 'postgresql://cms:secret@db.example.com:5432/cms';
const development = { NODE_ENV: 'development', DATABASE_URL, ...secrets };
const production = {
  NODE_ENV: 'production',
  DATABASE_URL,
  ...secrets,
  SMTP_HOST: 'smtp.example.com',
  EMAIL_FROM: 'School <school@example.com>',
};

const problemsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('readSettings', () => {
  it('HOST – is 127.0.0.1 by default', () => {
    expect(readSettings(development).of(serverSettings)).toMatchObject({
      host: '127.0.0.1',
      port: 1337,
    });
    expect(readSettings({ ...development, HOST: '0.0.0.0' }).of(serverSettings).host).toBe(
      '0.0.0.0',
    );
  });

  it('PREVIEW_SECRET – not set – is derived from ADMIN_JWT_SECRET', () => {
    const keyWith = (variables: object) =>
      readSettings({ ...development, ...variables }).of(secretSettings).previewSecret;
    const derived = keyWith({});
    expect(derived).toHaveLength(43);
    expect(derived).not.toContain(secrets.ADMIN_JWT_SECRET);
    expect(keyWith({})).toBe(derived);
    expect(keyWith({ ADMIN_JWT_SECRET: 'another-0123456789' })).not.toBe(derived);
    expect(keyWith({ PREVIEW_SECRET: 'preview-0123456789' })).toBe('preview-0123456789');
    expect(problemsOf({ ...development, PREVIEW_SECRET: 'short' })).toHaveLength(1);
  });

  it('several invalid settings – are all reported', () => {
    const problems = problemsOf({
      ...development,
      PORT: 'http',
      PUBLIC_URL: 'example.com',
      DATABASE_URL: 'mysql://localhost/cms',
      JWT_SECRET: 'short',
      APP_KEYS: '',
      UPLOAD_PROVIDER: 's3',
      S3_BUCKET: 'media',
    });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      'APP_KEYS',
      'DATABASE_URL',
      'JWT_SECRET',
      'PORT',
      'PUBLIC_URL',
      'S3_REGION',
    ]);
    expect(new SettingsError(problems).message).toContain('  - PORT must be a whole number\n');
  });

  it.each(['Mars/Olympus', 'CET+1', 'madrid'])('LIVES_TIME_ZONE – %s – is refused', (name) => {
    expect(problemsOf({ ...development, LIVES_TIME_ZONE: name })).toEqual([
      'LIVES_TIME_ZONE must be the name of a time zone like Europe/Madrid',
    ]);
  });

  it('blank variable – is treated as not set', () => {
    const settings = readSettings({ ...development, PORT: '', DEFAULT_LANG: '  ', SMTP_HOST: '' });
    expect(settings.of(serverSettings).port).toBe(1337);
    expect(settings.of(catalogueSettings).defaultLang).toBe('es');
    expect(problemsOf({ ...development, JWT_SECRET: '' })).toEqual(['JWT_SECRET is not set']);
  });

  it.each(Object.keys(secrets))('%s – is required in every environment', (name) => {
    for (const complete of [development, production]) {
      expect(problemsOf({ ...complete, [name]: '' })).toEqual([`${name} is not set`]);
    }
  });

  it('mail server – is required in production only', () => {
    expect(readSettings(development).of(mailSettings)).toMatchObject({
      host: '127.0.0.1',
      port: 1025,
    });
    expect(problemsOf({ ...production, SMTP_HOST: '', EMAIL_FROM: '' })).toEqual([
      'SMTP_HOST is not set',
      'EMAIL_FROM is not set',
    ]);
  });

  it.each([undefined, '', ' '])('NODE_ENV – %p – is production', (NODE_ENV) => {
    const unnamed = { DATABASE_URL, ...secrets };
    const variables = NODE_ENV === undefined ? unnamed : { ...unnamed, NODE_ENV };
    expect(problemsOf(variables)).toEqual(['SMTP_HOST is not set', 'EMAIL_FROM is not set']);
  });

  it('SHUTDOWN_DELAY_SECONDS – is 5 in production and 0 elsewhere by default', () => {
    expect(readSettings(production).of(shutdownSettings)).toEqual({
      delaySeconds: 5,
      drainSeconds: 20,
    });
    expect(readSettings(development).of(shutdownSettings)).toEqual({
      delaySeconds: 0,
      drainSeconds: 20,
    });
    const changed = { SHUTDOWN_DELAY_SECONDS: '12', SHUTDOWN_SECONDS: '0' };
    expect(readSettings({ ...development, ...changed }).of(shutdownSettings)).toEqual({
      delaySeconds: 12,
      drainSeconds: 0,
    });
    expect(problemsOf({ ...development, SHUTDOWN_SECONDS: 'soon' })).toEqual([
      'SHUTDOWN_SECONDS must be a whole number',
    ]);
  });

  it('NODE_ENV – unknown – is production', () => {
    expect(problemsOf({ ...development, NODE_ENV: 'staging' })).toContain('SMTP_HOST is not set');
    expect(readSettings({ ...production, NODE_ENV: 'staging' }).of(serverSettings)).toMatchObject({
      allowsLoopbackOrigins: false,
      listsIgnoredInput: false,
    });
  });

  it('S3_PRIVATE – is true by default', () => {
    const bucket = {
      ...production,
      UPLOAD_PROVIDER: 's3',
      S3_BUCKET: 'media',
      S3_REGION: 'eu-west-1',
    };
    expect(readSettings(bucket).of(uploadSettings)).toMatchObject({
      provider: 's3',
      s3: { isPrivate: true, credentials: null, endpoint: null },
    });
    expect(readSettings({ ...bucket, S3_PRIVATE: 'false' }).of(uploadSettings)).toMatchObject({
      s3: { isPrivate: false },
    });
    expect(problemsOf({ ...bucket, S3_ACCESS_KEY_ID: 'key' })).toEqual([
      'S3_SECRET_ACCESS_KEY is not set',
    ]);
    expect(problemsOf({ ...production, UPLOAD_PROVIDER: 'ftp' })).toEqual([
      'UPLOAD_PROVIDER must be local or s3',
    ]);
  });

  it('CORS_ORIGINS – accepts origins and refuses URLs with a path', () => {
    expect(
      readSettings({ ...production, CORS_ORIGINS: 'https://a.example, https://b.example' }).of(
        serverSettings,
      ).corsOrigins,
    ).toEqual(['https://a.example', 'https://b.example']);
    expect(problemsOf({ ...production, CORS_ORIGINS: 'https://a.example/shop' })).toHaveLength(1);
  });

  it('.env.example – contains every required variable', () => {
    const example = readFileSync(path.resolve(__dirname, '../.env.example'), 'utf8');
    const documented = new Set(
      [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
    );
    const requiredNames = problemsOf({ NODE_ENV: 'production', UPLOAD_PROVIDER: 's3' }).map(
      (problem) => problem.split(' ')[0],
    );
    expect(requiredNames.filter((name) => !documented.has(name))).toEqual([]);
  });

  it.each(['http://example.com', 'javascript:alert(1)', 'mailto:nobody', 'security'])(
    'SECURITY_CONTACT – %s – is refused',
    (contact) => {
      expect(problemsOf({ ...development, SECURITY_CONTACT: contact })).toEqual([
        expect.stringMatching(/^SECURITY_CONTACT must be /),
      ]);
    },
  );

  describe('warnings at the start', () => {
    const payments = {
      PAY_ACCOUNTS: 'main',
      PAY_MAIN_SECRET_KEY: 'secret-key',
      PAY_MAIN_WEBHOOK_SECRET: 'webhook-secret',
    };
    const partner = {
      VIDEOPARTNER_BASE_URL: 'https://partner.example.com',
      VIDEOPARTNER_CLIENT_ID: 'id',
      VIDEOPARTNER_CLIENT_SECRET: 'secret',
    };

    it.each([
      ['payment accounts without return hosts', payments, ['CHECKOUT_RETURN_HOSTS']],
      [
        'payment accounts with return hosts',
        { ...payments, CHECKOUT_RETURN_HOSTS: 'www.example.com' },
        [],
      ],
      ['a video partner without logins', partner, ['VIDEOPARTNER_REQUIRE_LOGIN']],
      ['a video partner with logins', { ...partner, VIDEOPARTNER_REQUIRE_LOGIN: 'true' }, []],
      ['no payments and no partner', {}, []],
    ])('production with %s – has the right warnings', (_what, variables, names) => {
      const { warnings } = readSettings({ ...production, ...variables });
      expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(names);
    });

    it('development – has no warnings', () => {
      expect(readSettings({ ...development, ...payments, ...partner }).warnings).toEqual([]);
    });
  });
});
