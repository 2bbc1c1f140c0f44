/** Serves the plain Strapi that `stock.mjs` has created. */
import { createRequire } from 'node:module';
import { inRoot } from '../../scripts/lib/paths.mjs';

const require = createRequire(import.meta.url);
const { createStrapi } = /** @type {typeof import('@strapi/strapi')} */ (require('@strapi/strapi'));

void createStrapi({ appDir: inRoot(), distDir: process.env.STOCK ?? '' }).start();
