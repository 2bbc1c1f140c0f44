/**
 * `npm run check:docs`: compares the documents with what they refer to. These are commands,
 * folders, links, paths, and the pages that alerts link to.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { replaceLists } from '../lib/house-lists.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), 'utf8');

/** @type {string[]} */
const errors = [];

/**
 * Reports the findings of a rule, or that its pattern no longer matches the documents.
 *
 * @param {string} rule
 * @param {number} matches number of places that the rule checked
 * @param {number} expected minimum number of places
 * @param {string[]} places
 */
const report = (rule, matches, expected, places) => {
  if (matches < expected) errors.push(`${rule}: ${matches} places found, expected ${expected}`);
  errors.push(...places.map((place) => `${rule}: ${place}`));
};

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'tests/README.md'],
  ...globSync(['docs/**/*.md', 'bench/results/*.md'], { cwd: inRoot('.') }).sort(),
].map((name) => ({ name, text: read(name) }));

/** Returns the first group of every match in the pages. @param {RegExp} pattern */
const matchesOf = (pattern) =>
  pages.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, match = '']) => ({ page: name, match })),
  );

const checkCommands = () => {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(read('package.json'));
  const commands = matchesOf(/npm run (?:-s )?([a-z:-]+)/g);
  const unknown = commands.filter(({ match }) => !(match in scripts));
  report(
    'unknown npm command',
    commands.length,
    41,
    unknown.map(({ page, match }) => `${page}: npm run ${match}`),
  );
};

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(inRoot(file), constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const checkPrograms = () => {
  const programs = matchesOf(/(?<![\w/])(ops\/[\w/-]+\.sh)/g);
  const missingPrograms = programs.filter(({ match }) => !isExecutable(match));
  report(
    'no executable file',
    programs.length,
    6,
    missingPrograms.map(({ page, match }) => `${page}: ${match}`),
  );
};

const checkShellBlocks = () => {
  const blocks = matchesOf(/^```sh\n([^]*?)^```$/gm);
  const failures = blocks.flatMap(({ page, match }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: match, encoding: 'utf8' });
    return status === 0 ? [] : [`${page}: ${stderr.trim()}\n${match}`];
  });
  report('invalid shell syntax', blocks.length, 11, failures);
};

/** Returns the anchors of a page's headings, as GitHub writes them. @param {string} text */
const listAnchors = (text) => {
  const titles = [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)];
  return titles.map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
};

const checkLinks = () => {
  const links = matchesOf(/\]\(([^)\s]+)\)/g).filter(({ match }) => !/^[a-z]+:/.test(match));
  const broken = links.filter(({ page, match }) => {
    const [target = '', anchor] = match.split('#');
    const file = target === '' ? page : path.join(path.dirname(page), target);
    if (!existsSync(inRoot(file))) return true;
    return (
      anchor !== undefined && file.endsWith('.md') && !listAnchors(read(file)).includes(anchor)
    );
  });
  report(
    'broken link',
    links.length,
    100,
    broken.map(({ page, match }) => `${page}: ${match}`),
  );
};

/** Reports paths of the project in the documents that do not exist. Sites create those of frameworks.md. */
const checkPaths = () => {
  const paths = matchesOf(/`((?:src|tests|scripts|config|bench|ops|sandbox)\/[\w/.-]+)`/g).filter(
    ({ page }) => page.startsWith('docs/') && page !== 'docs/how-to/frameworks.md',
  );
  const dead = paths.filter(({ match }) => !existsSync(inRoot(match)));
  report(
    'path does not exist',
    paths.length,
    50,
    dead.map(({ page, match }) => `${page}: ${match}`),
  );
};

const architecture = read('docs/explanation/architecture.md').split('\n');

/** @param {string} folder */
const listFolders = (folder) =>
  readdirSync(inRoot(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const checkMap = () => {
  /** The text about a folder in the document, by the folder's path. */
  const rows = new Map(
    architecture.flatMap((line) => {
      const [, folders = '', text = ''] = /^- ((?:`[^`]+`(?:, )?)+): (.*)/.exec(line) ?? [];
      return [...folders.matchAll(/`([^`]+)\/`/g)].map(
        ([, folder = '']) => /** @type {const} */ ([folder, text]),
      );
    }),
  );
  const withoutRow = listFolders('src').filter((folder) => !rows.has(`src/${folder}`));
  const rooms = listFolders('src/plugins')
    .map((name) => `src/plugins/${name}`)
    .filter((folder) => !rows.has(folder));
  const parents = [...rooms, 'src/delivery', 'src/platform', 'src/platform/http'];
  parents.push('bench', 'scripts', 'sandbox');
  const withoutName = [...parents, 'tools'].flatMap((parent) => {
    const text = rows.get(parent) ?? '';
    return listFolders(parent)
      .filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`${name}/\``))
      .filter((name) => !rows.has(`${parent}/${name}`))
      .map((name) => `${parent}/${name}`);
  });
  report('folder missing in docs/explanation/architecture.md', rows.size, 1, [
    ...withoutRow.map((folder) => `src/${folder}`),
    ...withoutName,
  ]);
};

const checkAlerts = () => {
  /** @type {{ groups: { rules: { alert: string, annotations: { runbook_url: string } }[] }[] }} */
  const { groups } = parse(read('ops/prometheus/alerts.yml'));
  const rules = groups.flatMap((group) => group.rules);
  /** @param {{ runbook_url: string }} annotations */
  const getRunbookPage = ({ runbook_url: url }) =>
    url.replace('{{ $externalLabels.runbooks }}', 'docs/how-to/runbooks');
  const withoutPage = rules.filter(
    ({ annotations }) => !existsSync(inRoot(getRunbookPage(annotations))),
  );
  report(
    'runbook of an alert not found',
    rules.length,
    1,
    withoutPage.map(({ alert, annotations }) => `${alert}: ${annotations.runbook_url}`),
  );
  const tests = read('ops/prometheus/alerts.test.yml');
  const untested = rules.filter(({ alert }) => !tests.includes(`alertname="${alert}"`));
  report(
    'alert without a test',
    rules.length,
    1,
    untested.map(({ alert }) => alert),
  );
};

/** Runs Prometheus' own tool, which validates the configuration and tests the alerts. */
const checkPrometheus = () => {
  const promtool = ['/usr/bin', '/usr/local/bin']
    .map((folder) => `${folder}/promtool`)
    .find((file) => existsSync(file));
  if (promtool === undefined) {
    console.log('skipped, for Prometheus is not installed: ops/prometheus');
    return;
  }
  const runs = [
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ];
  const failures = runs.flatMap((args) => {
    const options = /** @type {const} */ ({ cwd: inRoot('ops/prometheus'), encoding: 'utf8' });
    const { status, stdout, stderr } = spawnSync(promtool, args, options);
    return status === 0 ? [] : [`${args.join(' ')}\n${stdout}${stderr}`];
  });
  report('promtool', runs.length, 2, failures);
};

const checkLists = () => {
  const page = read('docs/explanation/architecture.md');
  const isCurrent = replaceLists(page) === page;
  report(
    'outdated, run npm run report:house',
    1,
    1,
    isCurrent ? [] : ['docs/explanation/architecture.md'],
  );
};

checkCommands();
checkPrograms();
checkShellBlocks();
checkLinks();
checkPaths();
checkMap();
checkAlerts();
checkPrometheus();
checkLists();

for (const error of errors) console.error(error);
process.exitCode = errors.length === 0 ? 0 : 1;
