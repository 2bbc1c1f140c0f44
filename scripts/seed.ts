/** Loads or refreshes the sample catalogue in the database that DATABASE_URL names, and ends. */
import { createApplication } from './run/application';
import { loadSample } from './sample/load';

const say = (line: string): void => {
  process.stdout.write(`    ${line}\n`);
};

const seed = async (): Promise<void> => {
  const strapi = createApplication();
  // A start has much to say that is of no interest here.
  strapi.log.level = 'warn';
  await strapi.load();
  try {
    await loadSample({ strapi, log: say });
  } finally {
    await strapi.destroy();
  }
};

seed().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
