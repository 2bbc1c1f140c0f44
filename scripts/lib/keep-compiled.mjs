/**
 * Stops `strapi build` from compiling the service again over files that may be running. If Strapi
 * changes how it compiles, the second compilation returns, which only costs time.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @type {{ compile: (...args: unknown[]) => Promise<void> }} */
const typescriptUtils = require('@strapi/typescript-utils');
typescriptUtils.compile = () => Promise.resolve();
