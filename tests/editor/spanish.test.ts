import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ours from '#plugins/panel/editor/admin/strapi-es.json';
import { editorMessages } from '#plugins/panel/editor/admin/messages';

const packages = path.resolve(__dirname, '../../node_modules/@strapi');

/** A part of the panel: the prefix of its ids, its screens and its texts. */
const parts = [
  ['', 'admin/dist/admin', 'admin/dist/admin/admin/src/translations'],
  ['content-manager.', 'content-manager/dist/admin', 'content-manager/dist/admin/translations'],
  ['upload.', 'upload/dist/admin', 'upload/dist/admin/translations'],
  ['i18n.', 'i18n/dist/admin', 'i18n/dist/admin/translations'],
  [
    'users-permissions.',
    'plugin-users-permissions/dist/admin',
    'plugin-users-permissions/dist/admin/translations',
  ],
] as const;

/** Screens that this panel does not show: paid features, disabled features, advertisements of Strapi. */
const unseenFiles = /(?:^|\/)(?:translations|tests|ee|GuidedTour)\//;
const unseenTexts =
  /Purchase|purchase\.|FreeTrial|trialCountdown|UpsellBanner|NpsSurvey|Usecase|tours\.|widget\.(?:last-activity|deploy-now)|content-releases|(?:^|[._-])ai\b|\bai[A-Z]|AITranslation|ai-translations|session\.ended\.unsaved|[mM]etadata/;

const textsIn = (folder: string, language: 'en' | 'es'): Record<string, string> => {
  const file = path.join(packages, folder, `${language}.json.js`);
  const texts = jest.requireActual<{ default?: Record<string, string> }>(file);
  return texts.default ?? (texts as Record<string, string>);
};

/** Returns the texts of all parts by their full ids. */
const textsOfAll = (language: 'en' | 'es'): Record<string, string> =>
  Object.assign(
    {},
    ...parts.map(([prefix, , folder]) =>
      Object.fromEntries(
        Object.entries(textsIn(folder, language)).map(([id, text]) => [`${prefix}${id}`, text]),
      ),
    ),
  ) as Record<string, string>;

const screensIn = (folder: string): string =>
  readdirSync(path.join(packages, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs') && !unseenFiles.test(file))
    .map((file) => readFileSync(path.join(packages, folder, file), 'utf8'))
    .join('\n');

/** `id: 'global.save', defaultMessage: 'Save'`, and `id: getTranslation('…')` for a plugin's own text. */
const DEFAULT_MESSAGE =
  /id: (get\w+\()?['"`]([\w.$-]+)['"`]\)?,\s*defaultMessage: (['"`])((?:\\.|(?!\3).)*)\3/g;

/** English texts of screens that no translation file contains. */
const defaultMessagesIn = (code: string, prefix: string): Record<string, string> => {
  const english = textsOfAll('en');
  return Object.fromEntries(
    [...screensIn(code).matchAll(DEFAULT_MESSAGE)]
      .map(([, isPluginId, id = '', , text = '']) => [
        isPluginId === undefined ? id : prefix + id,
        text,
      ])
      .filter(([id = '']) => !(id in english) && !(prefix + id in english)),
  ) as Record<string, string>;
};

/** Variables of texts; other words in braces are plural forms. */
const PLACEHOLDERS = new Set(
  'actions position route link widgetName count total number numberAssets numberFolders percentage locales name folderName query filter active message label successCount errorCount source destination'.split(
    ' ',
  ),
);

/** A text of the view's configuration. */
const DEVELOPER_TEXTS = new Set(['content-manager.components.EmptyAttributesBlock.description']);

const hasWords = (text: string): boolean => /[a-z]{4,} [a-z]/i.test(text);

describe('Spanish texts of the panel', () => {
  it.each(parts)(
    "have each translatable text of Strapi's screens, prefix '%s'",
    (prefix, code, folder) => {
      const [english, spanish] = [textsIn(folder, 'en'), textsIn(folder, 'es')];
      const screens = screensIn(code);
      const missing = Object.entries(english)
        .filter(([id, text]) => !(id in spanish) || (spanish[id] === text && hasWords(text)))
        .map(([id]) => `${prefix}${id}`)
        .filter((id) => !unseenTexts.test(id))
        .filter(
          (id) => screens.includes(`'${id}'`) || screens.includes(`'${id.slice(prefix.length)}'`),
        );
      expect(Object.keys(english).length).toBeGreaterThan(50);
      expect(missing.filter((id) => !(id in editorMessages.es))).toEqual([]);
    },
  );

  it.each(parts)("have each default message in Strapi's screens, prefix '%s'", (prefix, code) => {
    const spanish = { ...textsOfAll('es'), ...editorMessages.es };
    const defaultIds = Object.keys(defaultMessagesIn(code, prefix));
    const missing = defaultIds.filter(
      (id) => !unseenTexts.test(id) && !(id in spanish) && !(prefix + id in spanish),
    );
    expect(missing).toEqual([]);
  });

  it('address people as “tú” on the screens of editors', () => {
    const formal =
      /\b(?:usted|agregue|elija|haga|seleccione|ingrese|introduzca|arrastre|suelte|olvidó|consulte)\b/i;
    const spanish = { ...textsOfAll('es'), ...editorMessages.es };
    const formalTexts = Object.entries(spanish)
      .filter(([id]) =>
        /^(?:Auth|Roles|Settings\.profile|upload|content-manager\.components)\./.test(id),
      )
      .filter(([id, text]) => formal.test(text) && !DEVELOPER_TEXTS.has(id));
    expect(formalTexts).toEqual([]);
  });

  it('have one definition each', () => {
    const source = path.resolve(__dirname, '../../src');
    const replaced = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?:^|\/)translations\/(?:en|es)\.json$/.test(file))
      .flatMap((file) => {
        const texts = JSON.parse(readFileSync(path.join(source, file), 'utf8')) as object;
        return Object.keys(texts)
          .filter((id) => id in editorMessages.es)
          .map((id) => `${file}: ${id}`);
      });
    expect(replaced).toEqual([]);
  });

  it('say that unsaved changes are kept when the session ends', () => {
    expect(editorMessages.es['app.session.ended.unsaved']).toContain('Tus cambios se conservan');
    expect(editorMessages.en['app.session.ended.unsaved']).toContain('Your changes are kept');
  });

  it('translate the refusal of a request without a session', () => {
    const id = 'apiError.Missing or invalid credentials';
    expect(editorMessages.en[id]).toContain('session');
    expect(editorMessages.es[id]).toContain('sesión');
  });

  it('keep the placeholders of the English texts', () => {
    const placeholders = (text: string): string[] =>
      [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort();
    const messages = parts.map(([prefix, code]) => defaultMessagesIn(code, prefix));
    const english = Object.assign({}, ...messages, textsOfAll('en')) as Record<string, string>;
    const names = (text = ''): string[] =>
      placeholders(text).filter((name) => PLACEHOLDERS.has(name));
    for (const [id, text] of Object.entries(ours)) {
      expect([id, names(text)]).toEqual([id, names(english[id])]);
    }
  });
});

describe('validation errors in forms', () => {
  it('have a text for each validation rule of the panel, in both languages', () => {
    const screens = ['admin/dist/admin', 'content-manager/dist/admin'].map(screensIn).join('\n');
    const rules = new Set(
      [...screens.matchAll(/['"](components?\.Input\.error\.validation\.[a-zA-Z]+)['"]/g)].map(
        ([, id = '']) => id,
      ),
    );
    expect(rules.size).toBeGreaterThan(8);
    for (const language of ['en', 'es'] as const) {
      const messages = editorMessages[language];
      expect([language, [...rules].filter((id) => messages[id] === undefined)]).toEqual([
        language,
        [],
      ]);
    }
  });
});
