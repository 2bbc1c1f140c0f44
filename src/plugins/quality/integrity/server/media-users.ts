import type { WithStrapi } from '../../../../platform/with-strapi';
import { findModel, type ModelSchema } from '../../../../platform/strapi/models';

const MEDIA = 'plugin::upload.file';

/** Published entry that requires a file. */
export type MediaUser = {
  uid: string;
  documentId: string;
  locale: string | null;
  title: string;
};

type Holder = { type: string; id: number };

/** Row of the table that links files to entries and components. */
type Link = { related_id: number; related_type: string; field: string };

type Attribute = { type: string; joinTable?: { name: string } };

type Row = { id: number; documentId: string; locale: string | null; title?: string; name?: string };

/**
 * Creates a finder of the published entries that require a file. It follows required media
 * attributes upwards through components and dynamic zones. It works for every type.
 */
export const createMediaUsers = ({ strapi }: WithStrapi) => {
  const { db } = strapi;
  const attributesOf = (uid: string): Record<string, Attribute> => db.metadata.get(uid).attributes;
  const schemaOf = (uid: string): ModelSchema['attributes'] =>
    findModel({ strapi }, uid)?.attributes ?? {};

  const isRequired = (uid: string, field: string): boolean => {
    const attribute = schemaOf(uid)[field];
    return attribute?.type === 'media' && attribute.required === true;
  };

  const owners = [...Object.keys(strapi.contentTypes), ...Object.keys(strapi.components)].filter(
    (uid) => !uid.startsWith('admin::'),
  );

  /** Join tables that place components in their owners, one for each owner. */
  const placements = owners.flatMap((uid) => {
    const parts = Object.entries(schemaOf(uid)).filter(
      ([, one]) => one?.type === 'component' || one?.type === 'dynamiczone',
    );
    const [first] = parts;
    const table = first && attributesOf(uid)[first[0]]?.joinTable?.name;
    return table === undefined ? [] : [{ uid, table }];
  });

  const directHolders = async (fileIds: readonly number[]): Promise<Holder[]> => {
    const { joinTable } = attributesOf(MEDIA).related ?? {};
    if (joinTable === undefined) return [];
    const links = await db
      .getConnection(joinTable.name)
      .whereIn('file_id', fileIds)
      .select<Link[]>('related_id', 'related_type', 'field');
    return links
      .filter(({ related_type, field }) => isRequired(related_type, field))
      .map(({ related_id, related_type }) => ({ type: related_type, id: related_id }));
  };

  const ownersOf = async (components: readonly Holder[]): Promise<Holder[]> => {
    const found: Holder[] = [];
    for (const { uid, table } of placements) {
      const rows = await db
        .getConnection(table)
        .whereIn(
          ['component_type', 'cmp_id'],
          components.map(({ type, id }) => [type, id]),
        )
        .distinct<{ entity_id: number }[]>('entity_id');
      found.push(...rows.map(({ entity_id }) => ({ type: uid, id: entity_id })));
    }
    return found;
  };

  const entriesAbove = async (holders: readonly Holder[]): Promise<Holder[]> => {
    const isComponent = ({ type }: Holder): boolean => type in strapi.components;
    const components = holders.filter(isComponent);
    const entries = holders.filter((holder) => !isComponent(holder));
    if (components.length === 0) return entries;
    return [...entries, ...(await entriesAbove(await ownersOf(components)))];
  };

  return async (fileIds: readonly number[]): Promise<MediaUser[]> => {
    if (fileIds.length === 0) return [];
    const entries = await entriesAbove(await directHolders(fileIds));
    const users: MediaUser[] = [];
    for (const uid of new Set(entries.map(({ type }) => type))) {
      const ids = entries.filter(({ type }) => type === uid).map(({ id }) => id);
      const rows = (await db.query(uid).findMany({
        where: { id: { $in: ids }, publishedAt: { $notNull: true } },
        orderBy: { id: 'asc' },
      })) as Row[];
      users.push(
        ...rows.map(({ documentId, locale, title, name }) => ({
          uid,
          documentId,
          locale,
          title: title ?? name ?? documentId,
        })),
      );
    }
    return users;
  };
};
