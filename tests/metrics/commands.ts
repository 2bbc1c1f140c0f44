import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../..');

/** A block of commands in the documents. Its mark is the comment above it. */
export type Block = { page: string; language: string; text: string; mark: string | undefined };

/** Returns the commands in guides, tutorials and runbooks. */
export const readBlocks = (): Block[] =>
  globSync(['docs/how-to/**/*.md', 'docs/tutorials/*.md'], { cwd: root })
    .sort()
    .flatMap((page) =>
      [
        ...readFileSync(path.join(root, page), 'utf8').matchAll(
          /(?:^ *<!-- ([^\n]+) -->\n\s*)?^( *)```(sh|sql)\n(.*?)^ *```$/gms,
        ),
      ].map(([, mark, indent = '', language = '', text = '']) => ({
        page,
        language,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
        mark,
      })),
    );

/** Returns whether `runBlock` may run the block. A block without the mark may change the machine. */
export const isRun = ({ mark }: Block): boolean => mark === 'run';

/** Returns whether the block has a valid mark: run here, run by another suite, or not run for a reason. */
export const isMarked = (block: Block): boolean => {
  const { page, mark = '' } = block;
  const suite = /^run by (\S+)$/.exec(mark)?.[1];
  if (suite === undefined) return isRun(block) || /^not run: ./.test(mark);
  const file = path.join(root, suite);
  return existsSync(file) && readFileSync(file, 'utf8').includes(path.basename(page));
};

export const hasPsql = (): boolean => ['/usr/bin/psql', '/usr/local/bin/psql'].some(existsSync);

export type Node = { url: string; metricsPort: number; databaseUrl: string; log: string };

/** Replaces programs that a container lacks. The log is the node's. */
const machine = `
journalctl() { cat "$LOG"; }
systemctl() { :; }
timedatectl() { :; }
dmesg() { :; }
openssl() { :; }
curl() { command curl -fsS "$@"; }
psql() { command psql -v ON_ERROR_STOP=1 "$@"; }
`;

/** Rolls back statements that change the server. The role is the one of the documents. */
const inTransaction = (sql: string): string =>
  [
    'BEGIN;',
    ...(sql.includes('CREATE ROLE cms ') ? [] : ['CREATE ROLE cms;']),
    sql,
    'ROLLBACK;',
  ].join('\n');

/** Runs a block with replaced addresses. Returns its output, and throws if a command fails. */
export const runBlock = async ({ language, text }: Block, node: Node): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commands-'));
  const settings = path.join(folder, 'env');
  const log = path.join(folder, 'log');
  try {
    writeFileSync(settings, `DATABASE_URL=${node.databaseUrl}\nSMTP_HOST=127.0.0.1\n`);
    writeFileSync(log, node.log);
    const script =
      language === 'sql'
        ? `psql "${node.databaseUrl}" <<'END'\n${inTransaction(text)}\nEND\n`
        : text
            .replaceAll('/etc/education-cms.env', settings)
            .replaceAll('localhost:9464', `127.0.0.1:${node.metricsPort}`)
            .replaceAll(/(?:http:\/\/)?localhost:1337/g, node.url)
            .replaceAll('https://api.stripe.com', `${node.url}/_health`);
    const { stdout } = await promisify(execFile)('bash', ['-ec', `${machine}${script}`], {
      env: { ...process.env, LOG: log },
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
