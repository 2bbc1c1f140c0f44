import type { Entry, BrokenRulePlace, PublishingRules, Rule } from '#feature/publishing-rules';
import { listIn, textIn } from './entry-values';
import {
  describedPictures,
  linkRules,
  otherLanguages,
  searchListing,
  missingValueWarning,
} from './publishing-rules';

/** Returns the documents in a component's relations, whatever the attribute is called. */
const relatedDocumentsIn = (part: Entry): { name: string; documentId: string }[] =>
  Object.keys(part).flatMap((name) =>
    listIn(part, name).flatMap((row) => {
      const documentId = textIn(row, 'documentId');
      return documentId === '' ? [] : [{ name, documentId }];
    }),
  );

/**
 * Returns the places where a page refers to a document: its own relations and those of its
 * components.
 */
const placesOf = (
  entry: Entry,
  field: string,
  documentId: string,
  title: string,
): BrokenRulePlace[] =>
  listIn(entry, field).flatMap((part, index): BrokenRulePlace[] => {
    const values = { title };
    if (textIn(part, 'documentId') === documentId) return [{ path: [field], values }];
    return relatedDocumentsIn(part)
      .filter((related) => related.documentId === documentId)
      .map(({ name }) => ({ path: [field, index, name], values }));
  });

/**
 * Error for related entries that visitors could not be shown. The page itself also rejects them.
 */
export const unpublishedEntries = (...fields: readonly [string, ...string[]]): Rule => ({
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
      fields.flatMap((field) => placesOf(entry, field, documentId, title)),
    ),
});

/** Returns the publishing rules of a page with banners and shelves of products. */
export const shelvesPublishingRules = (type: string): PublishingRules => ({
  uid: `api::${type}.${type}`,
  rules: [
    unpublishedEntries('courseList'),
    missingValueWarning('SHELVES_MISSING', 'courseList', {
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
                  values: { title: textIn(shelf, 'title') },
                },
              ]
            : [],
        ),
    },
    ...linkRules('media'),
    describedPictures('media.backgroundMedia', 'media.icon', 'seo.image'),
    ...searchListing,
    otherLanguages,
  ],
  errorFields: [],
});
