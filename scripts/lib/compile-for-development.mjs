/**
 * Lets `strapi develop` compile only changed files, as the tests do. Strapi's own compilation keeps
 * names such as `#platform/http/route`, which Node.js does not find.
 */
import { createRequire } from 'node:module';
import { compileServer } from './build.mjs';

const require = createRequire(import.meta.url);

/** @type {{ compile: (...args: unknown[]) => Promise<unknown> }} */
const typescriptUtils = require('@strapi/typescript-utils');
typescriptUtils.compile = compileServer;
