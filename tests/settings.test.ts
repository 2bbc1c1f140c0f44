import { readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogueSettings } from '../src/catalogue/settings';
import { readSettings } from '../src/environment';
import { uploadSettings } from '../src/platform/storage/settings';
import { mailSettings } from '../src/plugins/mail/settings';
import { SettingsError } from '../src/platform/settings';
import { secretSettings } from '../src/platform/settings/secrets';
import { serverSettings } from '../src/platform/settings/server';
import { shutdownSettings } from '../src/platform/settings/shutdown';

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

describe('settings', () => {
  it('should listen to this machine only unless told otherwise', () => {
    expect(readSettings(development).of(serverSettings)).toMatchObject({
      host: '127.0.0.1',
      port: 1337,
    });
    expect(readSettings({ ...development, HOST: '0.0.0.0' }).of(serverSettings).host).toBe(
      '0.0.0.0',
    );
  });

  it('PREVIEW_SECRET – not set – a key is derived that is not the panel’s, and changes with it', () => {
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

  it('should name every problem at once', () => {
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

  it.each(['Mars/Olympus', 'CET+1', 'madrid'])('should know no time zone %s', (name) => {
    expect(problemsOf({ ...development, LIVES_TIME_ZONE: name })).toEqual([
      'LIVES_TIME_ZONE must be the name of a time zone like Europe/Madrid',
    ]);
  });

  it('should take a variable that is set to nothing as not set', () => {
    const settings = readSettings({ ...development, PORT: '', DEFAULT_LANG: '  ', SMTP_HOST: '' });
    expect(settings.of(serverSettings).port).toBe(1337);
    expect(settings.of(catalogueSettings).defaultLang).toBe('es');
    expect(problemsOf({ ...development, JWT_SECRET: '' })).toEqual(['JWT_SECRET is not set']);
  });

  it.each(Object.keys(secrets))('should have no default for %s anywhere', (name) => {
    for (const complete of [development, production]) {
      expect(problemsOf({ ...complete, [name]: '' })).toEqual([`${name} is not set`]);
    }
  });

  it('should ask for a mail server in production only', () => {
    expect(readSettings(development).of(mailSettings)).toMatchObject({
      host: '127.0.0.1',
      port: 1025,
    });
    expect(problemsOf({ ...production, SMTP_HOST: '', EMAIL_FROM: '' })).toEqual([
      'SMTP_HOST is not set',
      'EMAIL_FROM is not set',
    ]);
  });

  it.each([undefined, '', ' '])('should be production where NODE_ENV is %p', (NODE_ENV) => {
    const unnamed = { DATABASE_URL, ...secrets };
    const variables = NODE_ENV === undefined ? unnamed : { ...unnamed, NODE_ENV };
    expect(problemsOf(variables)).toEqual(['SMTP_HOST is not set', 'EMAIL_FROM is not set']);
  });

  it('should give load balancers time before the end in production only, unless told otherwise', () => {
    expect(readSettings(production).of(shutdownSettings)).toEqual({
      delaySeconds: 5,
      drainSeconds: 20,
    });
    expect(readSettings(development).of(shutdownSettings)).toEqual({
      delaySeconds: 0,
      drainSeconds: 20,
    });
    const told = { SHUTDOWN_DELAY_SECONDS: '12', SHUTDOWN_SECONDS: '0' };
    expect(readSettings({ ...development, ...told }).of(shutdownSettings)).toEqual({
      delaySeconds: 12,
      drainSeconds: 0,
    });
    expect(problemsOf({ ...development, SHUTDOWN_SECONDS: 'soon' })).toEqual([
      'SHUTDOWN_SECONDS must be a whole number',
    ]);
  });

  it('should take any environment it does not know as production', () => {
    expect(problemsOf({ ...development, NODE_ENV: 'staging' })).toContain('SMTP_HOST is not set');
    expect(readSettings({ ...production, NODE_ENV: 'staging' }).of(serverSettings)).toMatchObject({
      allowsLoopbackOrigins: false,
      listsIgnoredInput: false,
    });
  });

  it('should keep files private in a bucket unless told otherwise', () => {
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

  it('should take origins, not addresses, as callers', () => {
    expect(
      readSettings({ ...production, CORS_ORIGINS: 'https://a.example, https://b.example' }).of(
        serverSettings,
      ).corsOrigins,
    ).toEqual(['https://a.example', 'https://b.example']);
    expect(problemsOf({ ...production, CORS_ORIGINS: 'https://a.example/shop' })).toHaveLength(1);
  });

  it('should find every variable it reads in .env.example', () => {
    const example = readFileSync(path.resolve(__dirname, '../.env.example'), 'utf8');
    const documented = new Set(
      [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
    );
    const asked = problemsOf({ NODE_ENV: 'production', UPLOAD_PROVIDER: 's3' }).map(
      (problem) => problem.split(' ')[0],
    );
    expect(asked.filter((name) => !documented.has(name))).toEqual([]);
  });

  it.each(['http://example.com', 'javascript:alert(1)', 'mailto:nobody', 'security'])(
    'readSettings – SECURITY_CONTACT %s – is refused',
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
      ['payment accounts without hosts to return to', payments, ['CHECKOUT_RETURN_HOSTS']],
      ['such hosts', { ...payments, CHECKOUT_RETURN_HOSTS: 'www.example.com' }, []],
      ['a video partner without logins', partner, ['VIDEOPARTNER_REQUIRE_LOGIN']],
      ['required logins', { ...partner, VIDEOPARTNER_REQUIRE_LOGIN: 'true' }, []],
      ['neither', {}, []],
    ])('readSettings – production with %s – warns', (_what, variables, names) => {
      const { warnings } = readSettings({ ...production, ...variables });
      expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(names);
    });

    it('readSettings – outside production – warns of neither', () => {
      expect(readSettings({ ...development, ...payments, ...partner }).warnings).toEqual([]);
    });
  });
});
