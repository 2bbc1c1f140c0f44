/**
 * `npm run demo`: starts a service with a sample catalogue from a bare clone. `npm run demo --
 * --site` also serves the example site beside it.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  ensureAdminBuild,
  ensureGuideBuild,
  ensureServerBuild,
  ensureToolsBuild,
} from '../lib/build.mjs';
import { logFile, Refusal } from '../lib/command.mjs';
import { withDatabase } from '../lib/database.mjs';
import { ensureEnvironmentFile, readEnvironment } from '../lib/environment.mjs';
import { ensureSiteBuild, next, nextEnvironment, siteFolder } from '../lib/example-site.mjs';
import { inRoot } from '../lib/paths.mjs';
import { findFreePort, isFree } from '../lib/ports.mjs';
import { ensureSample } from '../lib/sample.mjs';
import { settleAll } from '../lib/together.mjs';

/** @typedef {import('../lib/command.mjs').Command} Command */

/**
 * A stand-in for an external service that runs beside this service.
 *
 * @typedef {object} Sandbox
 * @property {string} name
 * @property {string} url
 * @property {Record<string, string>} env settings that point the service to it
 * @property {() => Promise<void>} stop
 */

/** @typedef {(options: { env: Record<string, string> }) => Promise<Sandbox | undefined>} StartSandbox */

/** @typedef {{ role: string, email: string, password: string }} SignIn */

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/**
 * Returns the address of the service. It is determined before the long steps, so that a taken port
 * fails early.
 *
 * @param {Record<string, string>} env
 */
const chooseAddress = async (env) => {
  const host = env.HOST ?? '127.0.0.1';
  const requestedPort = env.PORT === '0' ? await findFreePort() : Number(env.PORT ?? 1337);
  if (!(await isFree(host, requestedPort))) {
    throw new Refusal(
      `Port ${requestedPort} of ${host} is taken. Name another one: PORT=${requestedPort + 1} npm run demo`,
    );
  }
  const isEverywhere = ['0.0.0.0', '::'].includes(host);
  const name = isEverywhere || LOOPBACK.includes(host) ? 'localhost' : host;
  const local = `http://${name}:${requestedPort}`;
  return {
    PORT: String(requestedPort),
    // A client on another machine must not be redirected to its own localhost.
    ...(!isEverywhere && !env.PUBLIC_URL && { PUBLIC_URL: local }),
    local: env.PUBLIC_URL ?? local,
  };
};

/**
 * Starts the stand-ins. A variable that is already set takes precedence over a stand-in.
 *
 * @param {Command} command
 * @param {Record<string, string>} env
 * @returns {Promise<{ env: Record<string, string>, sandboxes: Sandbox[] }>}
 */
const startSandboxes = async (command, env) => {
  const listing = inRoot('sandbox/index.mjs');
  /** @type {Sandbox[]} */
  const none = [];
  if (!existsSync(listing)) return { env, sandboxes: none };
  return command.step('Starting the sandbox servers', async () => {
    const { sandboxes: starts } = /** @type {{ sandboxes: StartSandbox[] }} */ (
      await import(pathToFileURL(listing).href)
    );
    /** @type {Sandbox[]} */
    const sandboxes = [];
    for (const start of starts) {
      const sandbox = await start({ env });
      if (sandbox === undefined) continue;
      command.onEnd(sandbox.stop);
      sandboxes.push(sandbox);
    }
    const pointers = Object.fromEntries(
      sandboxes.flatMap((sandbox) => Object.entries(sandbox.env)),
    );
    return { env: { ...pointers, ...env }, sandboxes };
  });
};

/**
 * @param {{ url: string, signIns: SignIn[], sandboxes: Sandbox[], site: string | undefined }} running
 */
const formatAnnouncement = ({ url, signIns, sandboxes, site }) => {
  const lines = [
    ['Start here', url],
    ['API', `${url}/api/products/allProducts`],
    ['API documentation', `${url}/docs`],
    ['Guides', `${url}/docs/guide/`],
    ['Admin panel', `${url}/admin`],
    ...signIns.map(({ role, email, password }) => [`  as ${role}`, `${email}  ${password}`]),
    ...sandboxes.map((sandbox) => [sandbox.name, sandbox.url]),
    ...(site === undefined ? [] : [['Example site', site]]),
  ];
  const width = Math.max(...lines.map(([label = '']) => label.length)) + 3;
  return [
    '',
    'The service is running.',
    '',
    ...lines.map(([label = '', value]) => `  ${label.padEnd(width)}${value}`),
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
};

export const interruptedCode = 0;

/** @param {Command} command @param {string[]} args */
export const run = async (command, args) => {
  const hasSite = args.includes('--site');
  if (ensureEnvironmentFile()) command.say('- Wrote .env with random secrets');
  const environment = readEnvironment();
  const { local: url, ...address } = await chooseAddress(environment);
  const sitePort = hasSite ? await findFreePort() : 0;
  const site = hasSite ? `http://localhost:${sitePort}` : undefined;
  const configured = {
    NODE_ENV: 'demo',
    LOG_LEVEL: 'warn',
    STRAPI_TELEMETRY_DISABLED: 'true',
    ...(site !== undefined && { PREVIEW_URL: `${site}/preview` }),
    ...environment,
    ...address,
  };
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  const stored = await withDatabase(command, configured);
  // The two run concurrently: each keeps one processor busy, and neither needs the other's result.
  const sampleAndGuide = ensureSample(command, stored).then(() => ensureGuideBuild(command));
  await settleAll(ensureAdminBuild(command, configured), sampleAndGuide);
  const { env, sandboxes } = await startSandboxes(command, stored);
  const films = sandboxes.find(
    ({ env: sandboxEnv }) => sandboxEnv.VIDEOPARTNER_BASE_URL !== undefined,
  )?.url;
  if (hasSite) await ensureSiteBuild(command);

  command.say('- Starting the service …');
  return command.run(
    process.execPath,
    ['--no-deprecation', inRoot('scripts/programs/serve-demo.mjs')],
    {
      env: {
        ...env,
        ...(films !== undefined && { DEMO_FILMS: films }),
        ...(site !== undefined && { DEMO_SITE: site }),
        DEMO_BESIDE: JSON.stringify([
          ...sandboxes.map(({ name, url: sandboxUrl }) => ({ name, url: sandboxUrl })),
          ...(site === undefined ? [] : [{ name: 'Example site', url: site }]),
        ]),
      },
      onMessage: (message) => {
        const { signIns, webhookSecret } =
          /** @type {{ signIns: SignIn[], webhookSecret?: string }} */ (message);
        command.say(formatAnnouncement({ url, signIns, sandboxes, site }));
        if (site === undefined) return;
        const siteEnv = {
          ...process.env,
          ...nextEnvironment,
          CMS_API: `${url}/api`,
          CMS_WEBHOOK_SECRET: webhookSecret,
        };
        void command.run(
          process.execPath,
          [next, 'start', siteFolder, '--port', String(sitePort)],
          { env: siteEnv, log: logFile('site') },
        );
      },
    },
  );
};
