/**
 * Builds the documents as a site with a search, which the service serves at `/docs/guide/`. The documents
 * stay as GitHub shows them; this file adapts their links and lists them in the menu.
 */
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const folder = path.resolve(import.meta.dirname, '..');
const root = path.dirname(folder);

/** The service serves the site here. */
const base = '/docs/guide/';

/** @param {string} text Markdown */
const plainText = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the title of a page and its first paragraph. @param {string} name */
const describe = (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  const paragraph = text.split(/\n{2,}/).find((block) => /^[\p{L}`*[¿¡]/u.test(block)) ?? '';
  return { name, text, title: plainText(title), description: plainText(paragraph) };
};

/** @typedef {ReturnType<typeof describe>} Page */
/** @typedef {import('vitepress').MarkdownRenderer} Renderer */
/** @typedef {ReturnType<Renderer['parse']>[number]} Token */

/** Sections of the menu, each with the folder of its pages. */
const sections = [
  { title: 'Tutorials', from: 'tutorials' },
  { title: 'How-to guides', from: 'how-to' },
  { title: 'Runbooks', from: 'how-to/runbooks' },
  { title: 'Reference', from: 'reference' },
  { title: 'Explanation', from: 'explanation' },
  { title: 'Decisions', from: 'explanation/decisions' },
  { title: 'Handbook for editors', from: 'handbook/en' },
  { title: 'Manual para editores', from: 'handbook/es' },
].map((section) => ({
  ...section,
  pages: globSync(`${section.from}/*.md`, { cwd: folder }).sort().map(describe),
}));

/** Returns the name of a document in the site. @param {string} name */
const nameInSite = (name) => name.replace(/README\.md$/, 'index.md');

/** @param {Page} page */
const isIndex = ({ name }) => nameInSite(name) !== name;

/** Returns the menu of some sections. @param {string[]} folders */
const menuOf = (...folders) =>
  sections
    .filter(({ from }) => folders.includes(from))
    .map(({ title, from, pages }) => ({
      text: title,
      ...(pages.some(isIndex) && { link: `/${from}/` }),
      items: pages
        .filter((page) => !isIndex(page))
        .map((page) => ({ text: page.title, link: `/${page.name}` })),
    }));

/**
 * Points a link at what the site serves. A link to a source becomes text with the path as tooltip,
 * because the service does not serve sources.
 *
 * @param {string} page path of the document
 * @param {Token[]} tokens
 */
const adaptLinks = (page, tokens) => {
  let isSource = false;
  for (const token of tokens) {
    // Vue would replace `{{ code }}` by nothing.
    if (token.type === 'code_inline') token.attrSet('v-pre', '');
    if (token.type === 'link_open') {
      const target = decodeURI(String(token.attrGet('href')));
      if (/^([a-z]+:|#)/.test(target)) continue;
      const file = path.resolve(path.dirname(page), target);
      isSource = path.relative(folder, file).startsWith('..');
      if (isSource) {
        Object.assign(token, { type: 'source_open', tag: 'span' });
        token.attrs = [['title', path.relative(root, file)]];
      } else {
        token.attrSet('href', target.replace(/README\.md(?=#|$)/, 'index.md'));
      }
    } else if (token.type === 'link_close' && isSource) {
      Object.assign(token, { type: 'source_close', tag: 'span' });
      isSource = false;
    }
  }
};

/** @param {Renderer} md */
const adaptMarkdown = (md) => {
  md.core.ruler.push('adapt-links', ({ tokens, env }) => {
    const { path: page } = /** @type {{ path: string }} */ (env);
    for (const { children } of tokens) adaptLinks(page, children ?? []);
  });
  // Vue would read these as components and expressions; the documents have neither.
  md.renderer.rules.html_inline = (tokens, at) => md.utils.escapeHtml(tokens[at]?.content ?? '');
  md.renderer.rules.text = (tokens, at) =>
    md.utils.escapeHtml(tokens[at]?.content ?? '').replaceAll('{{', '&#123;&#123;');
};

/** The section of the files that programs read beside the pages. */
const files = `## For programs

- [OpenAPI document](/api/openapi.json): every endpoint, webhook and error, with examples
- [Typed client](${base}education-cms-client.tgz): an npm package for TypeScript
- [All pages as one text](/llms-full.txt)
`;

/** Returns `llms.txt` (https://llmstxt.org): the pages with their first paragraphs. */
const llmsText = () => {
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map((page) => {
      const address = `${base}${nameInSite(page.name).replace(/\.md$/, '.html')}`;
      return `- [${page.title}](${address})${page.description && `: ${page.description}`}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [`# ${title}\n\n> ${description}\n`, files, ...lists].join('\n');
};

const title = 'Education CMS';
const description =
  'Headless CMS for an online-education business: catalogue, pages, accounts, checkout and partner video.';

/** The service redirects it to the API page, which is no page of the site. */
const apiLink = { text: 'API', link: '/api', target: '_self' };

export default defineConfig({
  title,
  description,
  base,
  outDir: path.join(root, 'dist/docs'),
  cacheDir: path.join(root, '.tmp/vitepress'),
  rewrites: nameInSite,
  // The service's content security policy forbids inline scripts, such as that of the dark mode.
  appearance: false,
  metaChunk: true,
  transformHtml: (html) => html.replace(/<script id="check-mac-os">[^]*?<\/script>/, ''),
  transformPageData: (page) => ({ description: describe(page.filePath).description }),
  markdown: { config: adaptMarkdown },
  locales: {
    root: { label: 'English', lang: 'en' },
    // The Spanish pages stay in their folder, so the menu of languages leads to its first page.
    'handbook/es': {
      label: 'Español',
      lang: 'es',
      link: '/handbook/es/',
      themeConfig: {
        nav: [{ text: 'Manual', link: '/handbook/es/' }, apiLink],
        outline: { label: 'En esta página' },
        docFooter: { prev: 'Anterior', next: 'Siguiente' },
        sidebarMenuLabel: 'Menú',
        returnToTopLabel: 'Volver arriba',
        langMenuLabel: 'Idioma',
      },
    },
  },
  themeConfig: {
    i18nRouting: false,
    outline: { level: 2 },
    sidebar: {
      '/tutorials/': menuOf('tutorials'),
      '/how-to/': menuOf('how-to', 'how-to/runbooks'),
      '/reference/': menuOf('reference'),
      '/explanation/': menuOf('explanation', 'explanation/decisions'),
      '/handbook/en/': menuOf('handbook/en'),
      '/handbook/es/': menuOf('handbook/es'),
    },
    nav: [
      { text: 'How-to guides', link: '/how-to/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Explanation', link: '/explanation/' },
      { text: 'Handbook', link: '/handbook/en/' },
      apiLink,
    ],
    search: {
      provider: 'local',
      options: {
        locales: {
          'handbook/es': {
            translations: {
              button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
              modal: {
                noResultsText: 'Sin resultados para',
                resetButtonTitle: 'Borrar la búsqueda',
                backButtonTitle: 'Cerrar la búsqueda',
                displayDetails: 'Mostrar detalles',
                footer: {
                  selectText: 'abrir',
                  navigateText: 'moverse',
                  closeText: 'cerrar',
                },
              },
            },
          },
        },
      },
    },
  },
  buildEnd: ({ outDir }) => {
    copyFileSync(path.join(folder, 'openapi.json'), path.join(outDir, 'openapi.json'));
    writeFileSync(path.join(outDir, 'llms.txt'), llmsText());
    writeFileSync(
      path.join(outDir, 'llms-full.txt'),
      sections.flatMap(({ pages }) => pages.map(({ text }) => text)).join('\n'),
    );
  },
});
