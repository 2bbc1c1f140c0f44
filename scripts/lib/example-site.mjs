import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { computeFingerprint } from './build.mjs';
import { clientSources, compileClient } from './client-package.mjs';
import { logFile } from './command.mjs';
import { withLock } from './lock.mjs';
import { runNpm } from './packages.mjs';
import { inRoot } from './paths.mjs';

/** Folder of the example site, which has packages of its own. */
export const siteFolder = inRoot('examples/nextjs');

/** Path of Next.js's program. */
export const next = path.join(siteFolder, 'node_modules/next/dist/bin/next');

/** Settings of Next.js beside those of the site. */
export const nextEnvironment = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

/** Folder of the built site. */
const built = path.join(siteFolder, '.next');

const siteStamp = path.join(built, '.stamp');

const siteSources = [
  'app',
  'components',
  'lib',
  'next.config.mjs',
  'package-lock.json',
  'proxy.ts',
  'tsconfig.json',
].map((name) => `examples/nextjs/${name}`);

const computeSiteFingerprint = () => computeFingerprint([...clientSources, ...siteSources]);

const isCurrent = () =>
  existsSync(siteStamp) && readFileSync(siteStamp, 'utf8') === computeSiteFingerprint();

/** @param {import('./command.mjs').Command} command */
const buildSite = async (command) => {
  const stamp = computeSiteFingerprint();
  // Next.js serves no build without its identifier: a failed step must not leave an earlier build.
  for (const file of [siteStamp, path.join(built, 'BUILD_ID')]) rmSync(file, { force: true });
  await compileClient(command);
  const install = ['ci', '--prefix', siteFolder, '--include=dev', '--no-audit', '--no-fund'];
  await runNpm(command, install, { log: logFile('site-install') });
  const env = { ...process.env, ...nextEnvironment };
  const log = logFile('site-build');
  await command.mustRun(process.execPath, [next, 'build', siteFolder], { env, log });
  writeFileSync(siteStamp, stamp);
};

/**
 * Installs the packages of the example site and builds it, if its sources or the client have
 * changed.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureSiteBuild = async (command) => {
  if (isCurrent()) return;
  await command.step('Building the client and the example site', () =>
    withLock('site', async () => {
      if (!isCurrent()) await buildSite(command);
    }),
  );
};
