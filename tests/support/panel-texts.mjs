import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * All texts of the panel in both languages: our translations, `{ en, es }` in our sources, and Strapi's
 * texts. Loaded once per process.
 *
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {{ pattern: RegExp, forms: string[] }} Shown `forms` are the possible forms of a text, with `7` for every value
 * @typedef {{ en: string, es: string }} Text
 */

const require = createRequire(import.meta.url);

/** @type {typeof import('@formatjs/icu-messageformat-parser')} */
const { parse, TYPE } = require('@formatjs/icu-messageformat-parser');

const root = path.resolve(import.meta.dirname, '../..');

/** @typedef {Record<string, string>} Messages */

/** @param {string} file */
const readJson = (file) => {
  /** @type {Messages} */
  const messages = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  return messages;
};

/** @param {Messages} english @param {Messages} spanish @returns {Text[]} */
const pairTexts = (english, spanish) =>
  Object.entries(spanish).flatMap(([id, es]) => {
    const en = english[id];
    return en === undefined ? [] : [{ en, es }];
  });

const ours = globSync('src/**/translations/es.json', { cwd: root }).flatMap((file) =>
  pairTexts(readJson(file.replace('es.json', 'en.json')), readJson(file)),
);

const STRAPI = 'node_modules/@strapi/*/dist/admin/**/translations';

/**
 * Returns Strapi's texts. Ids of plugins' texts begin with the name of the plugin.
 *
 * @param {'en' | 'es'} language
 */
const readStrapi = (language) =>
  Object.fromEntries(
    globSync(`${STRAPI}/${language}.json.js`, { cwd: root }).flatMap((file) => {
      const name = file.split('/')[2]?.replace(/^plugin-/, '') ?? '';
      /** @type {Messages | { default: Messages }} */
      const loaded = require(path.join(root, file));
      const messages = /** @type {Messages} */ ('default' in loaded ? loaded.default : loaded);
      return Object.entries(messages).map(([id, text]) => [
        name === 'admin' ? id : `${name}.${id}`,
        text,
      ]);
    }),
  );

const strapi = pairTexts(readStrapi('en'), {
  ...readStrapi('es'),
  ...readJson('src/plugins/panel/editor/admin/strapi-es.json'),
});

const QUOTED = `'(?:\\\\.|[^'\\\\])*'|"(?:\\\\.|[^"\\\\])*"|\`(?:\\\\.|[^\`\\\\])*\``;

const IN_SOURCES = new RegExp(`\\ben:\\s*(${QUOTED}),\\s*es:\\s*(${QUOTED})`, 'g');

/** @param {string} quoted */
const unquote = (quoted) =>
  quoted
    .slice(1, -1)
    .replace(/\\(.)/g, '$1')
    .replace(/\$\{[^}]*\}/g, '{value}');

const inSources = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(IN_SOURCES)].map(
    ([, en = '', es = '']) => ({ en: unquote(en), es: unquote(es) }),
  ),
);

/** @param {string} text */
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @param {readonly string[]} before @param {readonly string[]} after */
const combine = (before, after) => before.flatMap((start) => after.map((end) => start + end));

/** @param {readonly Element[]} elements @returns {{ source: string, forms: string[] }} */
const describeElements = (elements) => {
  let source = '';
  /** @type {string[]} */
  let forms = [''];
  for (const element of elements) {
    if (element.type === TYPE.literal) {
      source += escape(element.value);
      forms = combine(forms, [element.value]);
    } else if (element.type === TYPE.select || element.type === TYPE.plural) {
      const options = Object.values(element.options).map(({ value }) => describeElements(value));
      source += `(?:${options.map((option) => option.source).join('|')})`;
      forms = combine(
        forms,
        options.flatMap((option) => option.forms),
      );
    } else if (element.type === TYPE.tag) {
      const inside = describeElements(element.children);
      source += inside.source;
      forms = combine(forms, inside.forms);
    } else {
      source += '.+';
      forms = combine(forms, ['7']);
    }
  }
  return { source, forms };
};

/** @param {string} text @returns {Shown} */
const showText = (text) => {
  const plain = { pattern: new RegExp(`^${escape(text)}$`), forms: [text] };
  if (!text.includes('{')) return plain;
  try {
    const { source, forms } = describeElements(parse(text));
    // A text that consists of values only would match every word.
    const hasWords = forms.every((form) => /\p{L}{3}/u.test(form));
    return hasWords ? { pattern: new RegExp(`^${source}$`), forms } : plain;
  } catch {
    // Some of Strapi's texts are malformed.
    return plain;
  }
};

/** All texts as the panel may show them, in both languages. */
export const shownTexts = [...ours, ...strapi, ...inSources].map(({ en, es }) => ({
  en: showText(en),
  es: showText(es),
}));
