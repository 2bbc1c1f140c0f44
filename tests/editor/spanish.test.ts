import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ours from '../../src/plugins/panel/editor/admin/strapi-es.json';
import { editorMessages } from '../../src/plugins/panel/editor/admin/messages';

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

/** Screens that are never shown here: paid features, features that are off by default, Strapi's advertisements. */
const unseenFiles = /(?:^|\/)(?:translations|tests|ee|GuidedTour)\//;
const unseenTexts =
  /Purchase|purchase\.|FreeTrial|trialCountdown|UpsellBanner|NpsSurvey|Usecase|tours\.|widget\.(?:last-activity|deploy-now)|content-releases|(?:^|[._-])ai\b|\bai[A-Z]|AITranslation|ai-translations|session\.ended\.unsaved|[mM]etadata/;

const textsIn = (folder: string, language: 'en' | 'es'): Record<string, string> => {
  const file = path.join(packages, folder, `${language}.json.js`);
  const texts = jest.requireActual<{ default?: Record<string, string> }>(file);
  return texts.default ?? (texts as Record<string, string>);
};

/** Texts of all parts, by their whole ids. */
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
const SAID =
  /id: (get\w+\()?['"`]([\w.$-]+)['"`]\)?,\s*defaultMessage: (['"`])((?:\\.|(?!\3).)*)\3/g;

/** English texts of screens that no translation file contains. */
const saidIn = (code: string, prefix: string): Record<string, string> => {
  const english = textsOfAll('en');
  return Object.fromEntries(
    [...screensIn(code).matchAll(SAID)]
      .map(([, isOwn, id = '', , text = '']) => [isOwn === undefined ? id : prefix + id, text])
      .filter(([id = '']) => !(id in english) && !(prefix + id in english)),
  ) as Record<string, string>;
};

/** Variables of texts; other words in braces are plural forms. */
const PUT_IN = new Set(
  'actions position route link widgetName count total number numberAssets numberFolders percentage locales name folderName query filter active message label successCount errorCount source destination'.split(
    ' ',
  ),
);

/** A text of the view's configuration. */
const FOR_DEVELOPERS = new Set(['content-manager.components.EmptyAttributesBlock.description']);

const hasWords = (text: string): boolean => /[a-z]{4,} [a-z]/i.test(text);

describe('the Spanish of the panel', () => {
  it.each(parts)(
    "should have every text of Strapi's screens, '%s' first",
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

  it.each(parts)(
    "should have what Strapi's screens say by themselves, '%s' first",
    (prefix, code) => {
      const spanish = { ...textsOfAll('es'), ...editorMessages.es };
      const said = Object.keys(saidIn(code, prefix));
      const missing = said.filter(
        (id) => !unseenTexts.test(id) && !(id in spanish) && !(prefix + id in spanish),
      );
      expect(missing).toEqual([]);
    },
  );

  it('should address people as “tú” on the screens of editors', () => {
    const formal =
      /\b(?:usted|agregue|elija|haga|seleccione|ingrese|introduzca|arrastre|suelte|olvidó)\b/i;
    const spanish = { ...textsOfAll('es'), ...editorMessages.es };
    const found = Object.entries(spanish)
      .filter(([id]) => /^(?:Auth|Roles|upload|content-manager\.components)\./.test(id))
      .filter(([id, text]) => formal.test(text) && !FOR_DEVELOPERS.has(id));
    expect(found).toEqual([]);
  });

  it('should keep the places where values are put in', () => {
    const placeholders = (text: string): string[] =>
      [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort();
    const said = parts.map(([prefix, code]) => saidIn(code, prefix));
    const english = Object.assign({}, ...said, textsOfAll('en')) as Record<string, string>;
    const names = (text = ''): string[] => placeholders(text).filter((name) => PUT_IN.has(name));
    for (const [id, text] of Object.entries(ours)) {
      expect([id, names(text)]).toEqual([id, names(english[id])]);
    }
  });
});

describe('what forms say of a value that breaks a rule', () => {
  it('should be in our words for every rule that the panel has, in both languages', () => {
    const screens = ['admin/dist/admin', 'content-manager/dist/admin'].map(screensIn).join('\n');
    const rules = new Set(
      [...screens.matchAll(/['"](components?\.Input\.error\.validation\.[a-zA-Z]+)['"]/g)].map(
        ([, id = '']) => id,
      ),
    );
    expect(rules.size).toBeGreaterThan(8);
    for (const language of ['en', 'es'] as const) {
      const told = editorMessages[language];
      expect([language, [...rules].filter((id) => told[id] === undefined)]).toEqual([language, []]);
    }
  });
});
