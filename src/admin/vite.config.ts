import path from 'node:path';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import { compilerOptions } from '../../tsconfig.json';

const HTML = 'index.html';

/**
 * Forbids browsers to translate the page. React cannot update a page with translated text:
 * `removeChild` fails, and the page is empty.
 */
const markNotTranslated = (html: string): string =>
  html
    .replace('<html ', '<html translate="no" ')
    .replace('<head>', '<head><meta name="google" content="notranslate"/>');

/** Tells browsers not to translate the panel, which uses the language that its user has chosen. */
const notTranslated: Plugin = {
  name: 'not-translated',
  enforce: 'post',
  transformIndexHtml: markNotTranslated,
  // Strapi itself writes the HTML page of a build (`@strapi/strapi`, node/vite/plugins).
  generateBundle(_options, bundle) {
    const page = bundle[HTML];
    if (page?.type !== 'asset') throw new Error(`The build of the panel has no ${HTML}`);
    page.source = markNotTranslated(String(page.source));
  },
};

/** Folders of names such as `#platform/*`. */
const aliases = Object.entries(compilerOptions.paths).map(([name, [folder = '']]) => ({
  find: name.replace('/*', ''),
  replacement: path.resolve(folder.replace('/*', '')),
}));

export default (config: UserConfig): UserConfig =>
  mergeConfig(config, {
    plugins: [notTranslated],
    resolve: { alias: aliases },
  });
