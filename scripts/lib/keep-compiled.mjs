/**
 * Imported into `strapi build` where the service is compiled already: it would compile it once more, over what may be
 * running, before it builds the panel. Should Strapi compile in another way one day, it does so for nothing, as before.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @type {{ compile: (...args: unknown[]) => Promise<void> }} */
const typescriptUtils = require('@strapi/typescript-utils');
typescriptUtils.compile = () => Promise.resolve();
