import { isFields, getTextField } from './fields';
import { findImageProblems, readImages } from './images';
import type { Catalogue, SampleDocument } from './read';
import { findImages, findReferences } from './references';
import { defaultLocale, sampleLocales } from './types';

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const buildId = (folder: string, key: string): string => `${folder}/${key}`;

/** Returns true for an ISBN-13 with a correct check digit. */
export const isValidIsbn = (text: string): boolean => {
  const digits = Array.from(text.replaceAll(/[- ]/g, ''), Number);
  if (digits.length !== 13 || digits.some(Number.isNaN)) return false;
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
};

const findDuplicates = (values: { value: string; where: string }[], name: string): string[] => {
  const seen = new Map<string, string>();
  return values.flatMap(({ value, where }) => {
    const other = seen.get(value);
    seen.set(value, where);
    return other === undefined ? [] : [`${where}: ${name} ${value} is also in ${other}`];
  });
};

const findLocaleProblems = (document: SampleDocument): string[] =>
  document.locales
    .filter((locale) => !sampleLocales.some(({ code }) => code === locale))
    .map((locale) => `${document.file}: unknown language ${locale}`);

const findFieldProblems = (document: SampleDocument): string[] =>
  document.locales.flatMap((locale) => {
    const fields = document.fieldsIn(locale);
    const slug = getTextField(fields, 'slug');
    const isbn = isFields(fields.bookDetails) ? getTextField(fields.bookDetails, 'ISBN') : '';
    return [
      ...(slug !== '' && !slugShape.test(slug)
        ? [`${document.file} (${locale}): slug ${slug} is not of the form some-words-like-this`]
        : []),
      ...(isbn !== '' && !isValidIsbn(isbn)
        ? [`${document.file} (${locale}): the last digit of ISBN ${isbn} does not fit the others`]
        : []),
    ];
  });

const findReferenceProblems = (
  document: SampleDocument,
  all: Map<string, SampleDocument>,
): string[] =>
  document.locales.flatMap((locale) =>
    findReferences(document.fieldsIn(locale)).flatMap(({ field, folder, key }) => {
      const where = `${document.file} (${locale}): ${field} ${key}`;
      const target = all.get(buildId(folder, key));
      if (target === undefined) return [`${where} does not exist`];
      // Types that are not localised show the default locale of what they link to.
      const language = document.isLocalized ? locale : defaultLocale;
      if (target.isLocalized && !target.locales.includes(language))
        return [`${where} does not exist in ${language}`];
      return target.isDraft(language) && !document.isDraft(locale)
        ? [`${where} is never published`]
        : [];
    }),
  );

const findUniquenessProblems = (documents: SampleDocument[]): string[] => {
  const slugs = documents.flatMap((document) =>
    document.locales.flatMap((locale) => {
      const slug = getTextField(document.fieldsIn(locale), 'slug');
      const value = `${document.type.folder} ${locale} ${slug}`;
      return slug === '' ? [] : [{ value, where: document.file }];
    }),
  );
  const listProductCodes = (field: string) =>
    documents.flatMap((document) => {
      const value = getTextField(document.fieldsIn(document.locales[0] ?? defaultLocale), field);
      return value === '' ? [] : [{ value, where: document.file }];
    });
  const keys = documents.map(({ type, key, file }) => ({
    value: buildId(type.folder, key),
    where: file,
  }));
  return [
    ...findDuplicates(keys, 'the name'),
    ...findDuplicates(slugs, 'the slug'),
    ...findDuplicates(listProductCodes('SKU'), 'SKU'),
    ...findDuplicates(listProductCodes('payID'), 'payID'),
  ];
};

/** Returns all errors in the data files, one line each. The checks need no database. */
export const findCatalogueProblems = (catalogue: Catalogue): string[] => {
  const { root, documents } = catalogue;
  const all = new Map(
    documents.map((document) => [buildId(document.type.folder, document.key), document]),
  );
  const images = readImages(root);
  const missingImages = documents.flatMap((document) =>
    document.locales
      .flatMap((locale) => findImages(document.fieldsIn(locale)))
      .filter((image) => !images.has(image))
      .map((image) => `${document.file}: there are no words for image ${image} in images.yaml`),
  );
  return [
    ...documents.flatMap(findLocaleProblems),
    ...documents.flatMap(findFieldProblems),
    ...documents.flatMap((document) => findReferenceProblems(document, all)),
    ...findUniquenessProblems(documents),
    ...missingImages,
    ...findImageProblems(root, images),
  ];
};
