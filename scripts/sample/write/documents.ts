import type { Core } from '@strapi/types';
import { mergeFields, getTextField, type Fields } from '../catalogue/fields';
import type { SampleDocument } from '../catalogue/read';
import { defaultLocale, type SampleUid } from '../catalogue/types';
import { buildSampleDocumentId } from './document-id';
import { hashOf, type Marks } from './marks';
import type { Resolver } from './resolve';
import { createEmptyTally, type Tally } from './summary';

type WrittenDocument = { documentId: string };
type Status = 'draft' | 'published';
type Write = { data: Record<string, unknown>; locale?: string; status: Status };
type DocumentStore = {
  create(write: Write): Promise<WrittenDocument>;
  update(write: Write & { documentId: string }): Promise<WrittenDocument | null>;
  findFirst(query: {
    filters: object;
    locale: string;
    fields: string[];
  }): Promise<WrittenDocument | null>;
  findMany(query: { filters: object; locale: '*'; fields: string[] }): Promise<WrittenDocument[]>;
};

type Options = { strapi: Core.Strapi; marks: Marks; resolver: Resolver };

/** Returns the key by which an entry is recorded and referred to. */
export const markOf = (folder: string, key: string): string => `${folder}/${key}`;

/** Returns the field that identifies an entry in a database without the loader's records. */
const pickIdentifyingField = (fields: Fields): string =>
  ['SKU', 'slug', 'name', 'title', 'vertical'].find((name) => getTextField(fields, name) !== '') ??
  'title';

/** Creates a writer for the entries of one type. Each entry is written in its own transaction. */
export const createDocumentWriter = ({ strapi, marks, resolver }: Options) => {
  /** Entries that a person deleted. Their history keeps their documentId. */
  const deleted = new Set<string>();

  const storeOf = (uid: SampleUid): DocumentStore => {
    // Strapi's own types depend on generated files, which may be missing.
    const store: unknown = strapi.documents(uid);
    return store as DocumentStore;
  };

  const findAgain = async (document: SampleDocument): Promise<string | undefined> => {
    const locale = document.locales[0] ?? defaultLocale;
    const fields = document.fieldsIn(locale);
    const name = pickIdentifyingField(fields);
    const filters = resolver.filterBy(document.type.uid, name, getTextField(fields, name));
    const entry = await storeOf(document.type.uid).findFirst({
      filters,
      locale,
      fields: ['documentId'],
    });
    return entry?.documentId;
  };

  const buildNewId = ({ type, key }: SampleDocument): { documentId?: string } => {
    const name = markOf(type.folder, key);
    return deleted.has(name) ? {} : { documentId: buildSampleDocumentId(name) };
  };

  /** Writes one locale of an entry and returns the document ID. */
  const writeLocale = async (
    document: SampleDocument,
    locale: string,
    { documentId, data }: { documentId: string | undefined; data: Record<string, unknown> },
  ): Promise<string> => {
    const { uid } = document.type;
    const store = storeOf(uid);
    const status: Status = document.isDraft(locale) ? 'draft' : 'published';
    const write = { data, status, ...(document.isLocalized && { locale }) };
    const writtenDocument =
      documentId === undefined
        ? await store.create({ ...write, data: { ...data, ...buildNewId(document) } })
        : await store.update({ ...write, documentId });
    if (writtenDocument === null)
      throw new Error(`${document.file}: document ${String(documentId)} is gone`);

    const edits = document.editsIn(locale);
    if (edits !== undefined) {
      const merged = mergeFields(document.fieldsIn(locale), edits);
      const changedFields = Object.fromEntries(
        Object.entries(merged).filter(([name]) => name in edits),
      );
      const draft = {
        ...write,
        data: resolver.resolve(uid, changedFields),
        status: 'draft' as const,
      };
      await store.update({ ...draft, documentId: writtenDocument.documentId });
    }
    return writtenDocument.documentId;
  };

  const writeOne = async (document: SampleDocument, tally: Tally): Promise<void> => {
    const name = markOf(document.type.folder, document.key);
    const before = marks.documents.get(name);
    const planned = document.locales.map((locale) => {
      const data = resolver.resolve(document.type.uid, document.fieldsIn(locale));
      const plan = [data, document.isDraft(locale), document.editsIn(locale) ?? null];
      return { locale, data, hash: hashOf(JSON.stringify(plan)) };
    });
    const changedVersions = planned.filter(
      ({ locale, hash }) => before?.locales[locale]?.hash !== hash,
    );
    if (changedVersions.length === 0) {
      tally.unchanged += 1;
      return;
    }

    let documentId = before?.documentId ?? (await findAgain(document));
    tally[documentId === undefined ? 'created' : 'updated'] += 1;
    const locales = { ...before?.locales };
    await strapi.db.transaction(async () => {
      for (const { locale, data, hash } of changedVersions) {
        const dropped = (locales[locale]?.fields ?? []).filter((field) => !(field in data));
        const emptied = dropped.map(
          (field) => [field, resolver.emptied(document.type.uid, field)] as const,
        );
        const completeData = { ...Object.fromEntries(emptied), ...data };
        documentId = await writeLocale(document, locale, { documentId, data: completeData });
        locales[locale] = { hash, fields: Object.keys(data) };
      }
    });
    marks.documents.set(name, { documentId: documentId ?? '', locales });
  };

  /** Forgets entries that a person deleted, so that they are created again. */
  const forgetDeleted = async (documents: SampleDocument[], uid: SampleUid): Promise<void> => {
    const names = documents.map(({ type, key }) => markOf(type.folder, key));
    const ids = names.flatMap((name) => marks.documents.get(name)?.documentId ?? []);
    const filters = { documentId: { $in: ids } };
    const existing = await storeOf(uid).findMany({ filters, locale: '*', fields: ['documentId'] });
    const existingIds = new Set(existing.map(({ documentId }) => documentId));
    for (const name of names) {
      if (existingIds.has(marks.documents.get(name)?.documentId ?? '')) continue;
      if (marks.documents.delete(name)) deleted.add(name);
    }
  };

  return {
    /**
     * Writes the entries of one type.
     *
     * @param onOne called after each entry
     */
    async write(uid: SampleUid, documents: SampleDocument[], onOne: () => void): Promise<Tally> {
      const tally = createEmptyTally();
      await forgetDeleted(documents, uid);
      for (const document of documents) {
        try {
          await writeOne(document, tally);
          onOne();
        } catch (error) {
          throw new Error(`${document.file} could not be written: ${formatErrorMessage(error)}`, {
            cause: error,
          });
        }
      }
      return tally;
    },
  };
};

/** Strapi stores the rejected fields of a validation beside the message. */
const formatErrorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const details = 'details' in error ? ` ${JSON.stringify(error.details)}` : '';
  return `${error.message}${details}`;
};
