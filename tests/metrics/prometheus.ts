import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/ports';
import { until } from '../support/until';
import { killOnFileEnd } from '../support/host';

const ops = path.resolve(__dirname, '../../ops/prometheus');

const program = (name: string): string | undefined =>
  ['/usr/bin', '/usr/local/bin'].map((folder) => `${folder}/${name}`).find(existsSync);

let hasLogged = false;

/** Returns whether Debian's `prometheus` is installed. Logs once that tests are skipped otherwise. */
export const hasPrometheus = (): boolean => {
  const isInstalled = program('prometheus') !== undefined;
  if (!isInstalled && !hasLogged)
    process.stderr.write('skipped, for Prometheus is not installed: rules\n');
  hasLogged = true;
  return isInstalled;
};

export type Prometheus = {
  /** Returns whether Prometheus has scraped the node. */
  isUp: () => Promise<boolean>;
  /** Returns the firing alerts. */
  firing: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const replaceAll = (text: string, from: string | RegExp, to: string): string => {
  const after = text.replaceAll(from, to);
  if (after === text) throw new Error(`The documented configuration has no ${String(from)}`);
  return after;
};

/** Starts Prometheus with the configuration and rules of `ops/`, for one node and with short intervals. */
export const startPrometheus = async (metricsPort: number): Promise<Prometheus> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cms-prometheus-'));
  const read = (name: string): string => readFileSync(path.join(ops, name), 'utf8');
  let config = replaceAll(
    read('prometheus.yml'),
    /'10\.0\.0\.11:9464', '10\.0\.0\.12:9464'/g,
    `'127.0.0.1:${metricsPort}'`,
  );
  config = replaceAll(config, /_interval: \d+s/g, '_interval: 1s');
  config = config.replace('  - 10.0.0.20:9093', '').replace(/^alerting:[\s\S]*?\n\n/m, '');
  writeFileSync(path.join(folder, 'prometheus.yml'), config);
  writeFileSync(
    path.join(folder, 'alerts.yml'),
    replaceAll(read('alerts.yml'), /for: \d+[smh]/g, 'for: 2s'),
  );
  const port = await freePort();
  const child = killOnFileEnd(
    spawn(
      program('prometheus') ?? '',
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    ),
  );

  const query = async <T>(what: string): Promise<T | null> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`).catch(() => undefined);
    return answer?.ok === true ? ((await answer.json()) as { data: T }).data : null;
  };

  const prometheus: Prometheus = {
    async isUp() {
      const targets = await query<{ activeTargets: { health: string }[] }>('targets');
      return targets?.activeTargets.some(({ health }) => health === 'up') ?? false;
    },
    async firing() {
      const alertList = await query<{ alerts: { state: string; labels: { alertname: string } }[] }>(
        'alerts',
      );
      return (alertList?.alerts ?? [])
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
    },
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await until(
    () => query('status/buildinfo'),
    (answer) => answer !== null,
  );
  return prometheus;
};
