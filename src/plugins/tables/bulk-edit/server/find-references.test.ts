import { createFinder } from './find-references';

const row = (documentId: string, locale: string | null, slug: string, isDraft = true) => ({
  ...{ documentId, locale, slug, name: 'Name' },
  publishedAt: isDraft ? null : '2026-01-01',
});

const find = createFinder('api::category.category', [
  row('published', 'es', 'renamed', false),
  row('english', 'en', 'one'),
  row('spanish', 'es', 'one'),
  row('published', 'es', 'two'),
  row('new', 'es', 'renamed'),
  row('first', 'es', 'same'),
  row('second', 'es', 'same'),
  row('shared', null, 'shared'),
  row('renamed-id', 'es', 'english'),
  { ...row('internal', 'es', 'internal'), name: 'Medicina  Interna' },
  { ...row('plain', 'es', 'plain'), name: 'Cirugia' },
  { ...row('accented', 'es', 'accented'), name: 'Cirugía' },
  { ...row('ligature', null, 'ligature'), name: 'Oﬃcina' },
]);

describe('createFinder', () => {
  it.each([
    ['a slug of both locales', 'one', 'en', ['english']],
    ['a slug of both locales', 'one', 'es', ['spanish']],
    ['a slug of both locales', 'one', 'fr', ['english', 'spanish']],
    ['a slug of another locale', 'two', 'en', ['published']],
    ['a slug of a draft and of a published version', 'renamed', 'es', ['new']],
    ['a slug of two entries', 'same', 'es', ['first', 'second']],
    ['the id of one of them', 'second', 'es', ['second']],
    ['an entry without locales', 'shared', 'es', ['shared']],
    ['an id that is also a slug', 'english', 'es', ['english']],
    ['a name of both locales', 'Name', 'en', ['english']],
    ['an unknown name', 'none', 'es', []],
    ['a name in other case and with accents', 'medicína interna', 'es', ['internal']],
    ['a slug in other case', 'INTERNAL', 'es', ['internal']],
    ['a name with a ligature', 'oficina', 'es', []],
    ['a name in compatible characters', 'Officina', 'es', ['ligature']],
    ['an exact name among similar ones', 'Cirugía', 'es', ['accented']],
    ['a name of two entries but for accents', 'CIRUGIA', 'es', ['plain', 'accented']],
    ['only accents', '\u00B4', 'es', []],
  ])('%s – %s in a cell of %s – finds %j', (_, name, locale, documentIds) => {
    expect(find(name, locale).map(({ documentId }) => documentId)).toEqual(documentIds);
  });
});
