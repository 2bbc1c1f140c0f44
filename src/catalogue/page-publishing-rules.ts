import type { Entry, BrokenRulePlace, PublishingRules, Rule } from '#feature/publishing-rules';
import { listIn, getText } from './entry-values';
import {
  createAlternativeTextRule,
  linkRules,
  otherLanguages,
  searchListing,
  createMissingValueRule,
} from './publishing-rules';

/** Returns the documents in a component's relations, whatever the attribute is called. */
const listRelatedDocuments = (part: Entry): { name: string; documentId: string }[] =>
  Object.keys(part).flatMap((name) =>
    listIn(part, name).flatMap((row) => {
      const documentId = getText(row, 'documentId');
      return documentId === '' ? [] : [{ name, documentId }];
    }),
  );

/**
 * Returns the places where a page refers to a document: its own relations and those of its
 * components.
 */
const findPlaces = (
  entry: Entry,
  field: string,
  documentId: string,
  title: string,
): BrokenRulePlace[] =>
  listIn(entry, field).flatMap((part, index): BrokenRulePlace[] => {
    const values = { title };
    if (getText(part, 'documentId') === documentId) return [{ path: [field], values }];
    return listRelatedDocuments(part)
      .filter((related) => related.documentId === documentId)
      .map(({ name }) => ({ path: [field, index, name], values }));
  });

/**
 * Error for related entries that visitors could not be shown. The page itself also rejects them.
 */
export const createUnpublishedRule = (...fields: readonly [string, ...string[]]): Rule => ({
  code: 'ENTRY_UNPUBLISHED',
  severity: 'error',
  isRefusedElsewhere: true,
  field: fields[0],
  text: {
    en: '“{title}” is not published in this locale. Publish it, or remove it from the page.',
    es: '«{title}» no está publicado en este idioma. Publícalo o quítalo de la página.',
  },
  title: {
    en: 'The page shows an entry that is not published in its locale.',
    es: 'La página muestra una entrada sin publicar en su idioma.',
  },
  check: (entry, { unpublished }) =>
    unpublished.flatMap(({ documentId, title }) =>
      fields.flatMap((field) => findPlaces(entry, field, documentId, title)),
    ),
});

/** Returns the publishing rules of a page with banners and shelves of products. */
export const createShelvesRules = (type: string): PublishingRules => ({
  uid: `api::${type}.${type}`,
  rules: [
    createUnpublishedRule('courseList'),
    createMissingValueRule('SHELVES_MISSING', 'courseList', {
      en: 'The page has no shelves.',
      es: 'La página no tiene estantes.',
    }),
    {
      code: 'SHELF_EMPTY',
      severity: 'warning',
      field: 'courseList',
      text: {
        en: 'The shelf “{title}” is empty.',
        es: 'El estante «{title}» está vacío.',
      },
      title: { en: 'A shelf is empty.', es: 'Un estante está vacío.' },
      check: (entry) =>
        listIn(entry, 'courseList').flatMap((shelf, index) =>
          listIn(shelf, 'products').length === 0
            ? [
                {
                  path: ['courseList', index, 'products'],
                  values: { title: getText(shelf, 'title') },
                },
              ]
            : [],
        ),
    },
    ...linkRules('media'),
    createAlternativeTextRule('media.backgroundMedia', 'media.icon', 'seo.image'),
    ...searchListing,
    otherLanguages,
  ],
  errorFields: [],
});
