// Must come first, because later imports may need a newer Node.js.
import './run/require-node';
// Must come before all other modules, because modules loaded earlier are compiled at each start.
import './run/compile-cache';
import { parseArgs } from 'node:util';
import {
  parseAnswers,
  CommandError,
  delimiters,
  encodings,
  exportToFile,
  formats,
  importFromFile,
  layouts,
  type Run,
} from '#plugins/tables/import-export';
import { createApplication } from './run/application';

const USAGE = `Usage:
  npm run export -- --type product --as EMAIL --out FILE [--layout rows|columns] [--locales es,en]
  npm run import -- FILE --type product --as EMAIL [--publish] [--dry-run] [--result FILE]

--as      whose rights count, and in whose name it is done: somebody of the admin panel
--out     the file to write: .xlsx, or .csv with semicolons
--layout  "rows": a row for each language; "columns": only texts, with languages beside each other
--format  ${formats.join(', ')}; by the end of the file's name unless told
--publish publishes what is imported, where it is ready for it
--dry-run only says what would become of the file
--result  a CSV file that says what became of each row
--encoding, --separator, --sheet  how FILE is read, where it is not detected
--answer  QUESTION=ANSWER, as often as there are questions; without answers nothing is written

Settings are those of the service, DATABASE_URL above all.
`;

const read = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      type: { type: 'string' },
      as: { type: 'string' },
      out: { type: 'string' },
      layout: { type: 'string', default: 'rows' },
      format: { type: 'string' },
      locales: { type: 'string', default: '' },
      publish: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      result: { type: 'string' },
      encoding: { type: 'string' },
      separator: { type: 'string' },
      sheet: { type: 'string' },
      answer: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });

const requireOneOf = <Value extends string>(
  values: readonly Value[],
  requestedValue: string,
): Value => {
  const match = values.find((value) => value === requestedValue);
  if (match === undefined)
    throw new CommandError(`${requestedValue} is not one of: ${values.join(', ')}`);
  return match;
};

const requireOption = (value: string | undefined, name: string): string => {
  if (value === undefined || value === '')
    throw new CommandError(`${name} is missing.\n\n${USAGE}`);
  return value;
};

const describeRun = ({ state, done, total, counts }: Run): string => {
  const { created, changed, unchanged, refused } = counts;
  return (
    `${state}: ${done} of ${total}` +
    (created + changed + unchanged + refused === 0
      ? ''
      : `; ${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused`)
  );
};

const describeQuestions = ({ questions }: Run): string =>
  questions
    .filter(({ answer }) => answer === null)
    .map(
      ({ code, count, samples, answers }) =>
        `${code}: ${count}, as ${samples.map(({ row, column, text }) => [row, column, text].filter((part) => part !== null && part !== '').join(' ')).join('; ')}. Answer with --answer ${code}=${answers.join('|')}\n`,
    )
    .join('');

const run = async (): Promise<number> => {
  const { values, positionals } = read();
  const [verb, file] = positionals;
  if (values.help || (verb !== 'export' && verb !== 'import')) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  const command = {
    type: requireOption(values.type, '--type'),
    as: requireOption(values.as, '--as'),
    signal: stopped.signal,
    onProgress: (seen: Run) => process.stdout.write(`${describeRun(seen)}\n`),
  };
  const out = verb === 'export' ? requireOption(values.out, '--out') : '';
  const source = verb === 'import' ? requireOption(file, 'The file') : '';
  const format = requireOneOf(
    formats,
    values.format ?? (/\.xlsx$/i.test(out) ? 'xlsx' : 'csv-semicolon'),
  );
  const layout = requireOneOf(layouts, values.layout);
  const reading = {
    encoding: values.encoding === undefined ? null : requireOneOf(encodings, values.encoding),
    delimiter: values.separator === undefined ? null : requireOneOf(delimiters, values.separator),
    sheet: values.sheet ?? null,
  };
  const answers = parseAnswers(values.answer);
  // The metrics port belongs to the service, which may be running. It is empty instead of unset, so
  // that `.env` does not set it again.
  process.env.METRICS_PORT = '';
  const strapi = createApplication();
  // Hides the start messages.
  strapi.log.level = 'warn';
  await strapi.load();
  try {
    if (verb === 'export') {
      const locales = values.locales.split(',').filter((locale) => locale !== '');
      await exportToFile({ strapi }, { ...command, out, format, layout, locales });
      return 0;
    }
    const imported = await importFromFile(
      { strapi },
      {
        ...command,
        file: source,
        mode: values.publish ? 'publish' : 'draft',
        reading,
        answers,
        isDry: values['dry-run'],
        result: values.result ?? null,
      },
    );
    const questions = describeQuestions(imported);
    process.stdout.write(questions);
    return imported.counts.refused === 0 && questions === '' ? 0 : 3;
  } finally {
    await strapi.destroy();
  }
};

/** `npm run export` and `npm run import`: write entries to spreadsheets and read them. */
run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof CommandError ? 2 : 1);
  },
);
