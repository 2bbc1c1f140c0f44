import type { Core, UID } from '@strapi/types';
import { findModel } from '../../../strapi/models';
import { permittedWhere } from '../../../strapi/permitted-query';
import { tableOf } from '../../../strapi/queries';
import type { Named } from './cells';

type WithStrapi = { strapi: Core.Strapi };

type Row = {
  documentId: string;
  slug?: string | null;
  name?: string | null;
  title?: string | null;
};

/** By which attributes entries of a type are named in cells. */
export const namingOf = ({ strapi }: WithStrapi, uid: string): ('slug' | 'name' | 'title')[] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return (['slug', 'name', 'title'] as const).filter((name) => attributes[name] !== undefined);
};

export const namedOf = ({ documentId, slug, name, title }: Row): Named => ({
  documentId,
  slug: slug ?? null,
  name: name ?? title ?? documentId,
});

/** The entries of a type that some names or slugs mean, as far as somebody may read them: one query. */
export const findNamed = async (
  { strapi }: WithStrapi,
  { uid, ability, names }: { uid: UID.ContentType; ability: unknown; names: readonly string[] },
): Promise<(name: string) => readonly Named[]> => {
  const by = namingOf({ strapi }, uid);
  const wanted = [...new Set(names)];
  const rows =
    wanted.length === 0
      ? []
      : await tableOf<Row>({ strapi }, uid).findMany({
          where: {
            $and: [
              await permittedWhere({ strapi }, { ability, uid, query: {} }),
              {
                $or: [
                  { documentId: { $in: wanted } },
                  ...by.map((one) => ({ [one]: { $in: wanted } })),
                ],
              },
            ],
          },
          select: ['documentId', ...by],
          orderBy: { id: 'asc' },
        });
  return (name) => {
    const found = (matches: (row: Row) => boolean): Named[] => [
      ...new Map(rows.filter(matches).map((row) => [row.documentId, namedOf(row)])).values(),
    ];
    // A slug is one entry's only; a name may be that of several.
    const exact = found(({ documentId, slug }) => slug === name || documentId === name);
    return exact.length > 0 ? exact : found((row) => row.name === name || row.title === name);
  };
};
