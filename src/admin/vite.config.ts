import type { Plugin, UserConfig } from 'vite';

const HTML = 'index.html';

/** React cannot update a page whose text a browser's translation has replaced: `removeChild` fails, and the page is empty. */
const markNotTranslated = (html: string): string =>
  html
    .replace('<html ', '<html translate="no" ')
    .replace('<head>', '<head><meta name="google" content="notranslate"/>');

/** Tells browsers not to translate the panel, which speaks the language that its user has chosen. */
const notTranslated: Plugin = {
  name: 'not-translated',
  enforce: 'post',
  transformIndexHtml: markNotTranslated,
  // Strapi writes the page of a build by itself (`@strapi/strapi`, node/vite/plugins).
  generateBundle(_options, bundle) {
    const page = bundle[HTML];
    if (page?.type !== 'asset') throw new Error(`The build of the panel has no ${HTML}`);
    page.source = markNotTranslated(String(page.source));
  },
};

export default (config: UserConfig): UserConfig => ({
  ...config,
  plugins: [...(config.plugins ?? []), notTranslated],
});
