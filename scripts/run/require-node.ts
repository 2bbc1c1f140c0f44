import { readFileSync } from 'node:fs';
import path from 'node:path';

type Package = { engines: { node: string } };

/**
 * Ends the process if Node.js is older than package.json's `engines`. It runs before other modules
 * are loaded, whose errors would not name the cause.
 */
const requireNode = (): void => {
  const file = path.resolve(__dirname, '../../../package.json');
  const { engines } = JSON.parse(readFileSync(file, 'utf8')) as Package;
  const oldest = engines.node.replace('>=', '');
  if (oldest.localeCompare(process.versions.node, 'en', { numeric: true }) <= 0) return;
  process.stderr.write(
    `The service needs Node.js ${oldest} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
};

requireNode();
