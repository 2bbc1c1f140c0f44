import type { WithStrapi } from '#platform/strapi/with-strapi';

/** Key-value store in which the loader of the sample catalogue records what it has written. */
export const getSampleStore = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'sample', name: 'catalogue', key: 'marks' });

type Marks = {
  documents?: Readonly<Record<string, { documentId: string }>>;
  files?: Readonly<Record<string, { id: number }>>;
};

/** Returns the documentIds of the sample's entries and the ids of its files; none without the sample. */
export const readSampleIds = async ({
  strapi,
}: WithStrapi): Promise<{ documents: readonly string[]; files: readonly string[] }> => {
  const marks = (await getSampleStore({ strapi }).get({})) as Marks | null;
  return {
    documents: Object.values(marks?.documents ?? {}).map(({ documentId }) => documentId),
    files: Object.values(marks?.files ?? {}).map(({ id }) => String(id)),
  };
};
