import { readFile } from 'node:fs/promises';
import type { DepOptimizationConfig, Plugin, UserConfig } from 'vite';
import { addUploadHook, UPLOAD_MODULE } from '../platform/strapi/admin/upload-hook';

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

const UNHOOKED =
  'src/platform/strapi/admin/upload-hook.ts: Strapi has changed; duplicate uploads are not detected';

/** Adds the hook of uploads to Strapi's module in a build. */
const uploadHook: Plugin = {
  name: 'upload-hook',
  transform(code, id) {
    if (!UPLOAD_MODULE.test(id)) return null;
    const hooked = addUploadHook(code);
    if (hooked === null) this.warn(UNHOOKED);
    return hooked === null ? null : { code: hooked, map: null };
  },
};

type Bundled = NonNullable<NonNullable<DepOptimizationConfig['esbuildOptions']>['plugins']>[number];

/** Adds the same hook in development, where Vite bundles packages with esbuild. */
const bundledUploadHook: Bundled = {
  name: 'upload-hook',
  setup(build) {
    build.onLoad({ filter: UPLOAD_MODULE }, async ({ path }) => {
      const hooked = addUploadHook(await readFile(path, 'utf8'));
      return hooked === null
        ? { contents: await readFile(path), warnings: [{ text: UNHOOKED }] }
        : { contents: hooked };
    });
  },
};

export default (config: UserConfig): UserConfig => ({
  ...config,
  plugins: [...(config.plugins ?? []), notTranslated, uploadHook],
  optimizeDeps: {
    ...config.optimizeDeps,
    esbuildOptions: {
      ...config.optimizeDeps?.esbuildOptions,
      plugins: [...(config.optimizeDeps?.esbuildOptions?.plugins ?? []), bundledUploadHook],
    },
  },
});
