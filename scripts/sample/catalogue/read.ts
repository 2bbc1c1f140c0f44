import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from '@strapi/utils';
import { mergeFields, type Fields, type Value } from './fields';
import { defaultLocale, sampleTypes, type SampleType } from './types';

/** One entry of the catalogue, as in its data file. */
export type SampleDocument = {
  type: SampleType;
  /** Name of the file, by which other files refer to the entry. */
  key: string;
  /** Path from the sample's directory, for messages. */
  file: string;
  /** True if the entry has a version for each locale. */
  isLocalized: boolean;
  /** Locales of the entry; an entry that is not localised counts as the default locale. */
  locales: string[];
  /** Returns true if a locale is never published. */
  isDraft(locale: string): boolean;
  fieldsIn(locale: string): Fields;
  /** Returns an editor's changes after publication, which remain a draft. */
  editsIn(locale: string): Fields | undefined;
};

export type Catalogue = { root: string; documents: SampleDocument[] };

const value: z.ZodType<Value> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), fields]),
);
const fields: z.ZodType<Fields> = z.lazy(() => z.record(z.string(), value));

const fileContent = z
  .object({
    languages: z.record(z.string(), fields).optional(),
    draftOnly: z.union([z.boolean(), z.array(z.string())]).default(false),
    draftEdits: z.record(z.string(), fields).default({}),
  })
  .catchall(value);

const listYamlFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) return listYamlFiles(file);
      return entry.name.endsWith('.yaml') ? [file] : [];
    });

const readDocument = (root: string, type: SampleType, file: string): SampleDocument => {
  const relativePath = path.relative(root, file);
  const parsed = fileContent.safeParse(parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${relativePath}: ${z.prettifyError(parsed.error)}`);

  const { languages, draftOnly, draftEdits, ...shared } = parsed.data;
  return {
    type,
    key: path.basename(file, '.yaml'),
    file: relativePath,
    isLocalized: languages !== undefined,
    locales: languages === undefined ? [defaultLocale] : Object.keys(languages),
    isDraft: (locale) => (Array.isArray(draftOnly) ? draftOnly.includes(locale) : draftOnly),
    fieldsIn: (locale) => mergeFields(shared, languages?.[locale] ?? {}),
    editsIn: (locale) => draftEdits[locale],
  };
};

/** Reads every data file below a directory, in the order in which they can be written. */
export const readCatalogue = (root: string): Catalogue => ({
  root,
  documents: sampleTypes.flatMap((type) =>
    listYamlFiles(path.join(root, type.folder)).map((file) => readDocument(root, type, file)),
  ),
});
