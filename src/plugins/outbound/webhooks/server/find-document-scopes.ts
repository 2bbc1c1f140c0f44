import type { WithStrapi } from '../../../../platform/with-strapi';
import type { ContentChange } from '../../../../delivery/outbox/consumers';
import { contentTypesOf, findModel } from '../../../../platform/strapi/models';
import { tableOf } from '../../../../platform/strapi/queries';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

const SLUG = 'slug';

/** Business lines (document ids) and slugs of a changed document. */
export type DocumentScope = {
  lines: readonly string[];
  slugs: { before: string | null; after: string | null };
};

/** Attributes of a type that hold them; undefined if it has none. */
type Names = { line: string | undefined; slug: string | undefined };

/** Stored version of a document. */
type Row = Readonly<Record<string, unknown>>;

const namesOf = ({ strapi }: WithStrapi, uid: string): Names => {
  const { attributes = {} } = findModel({ strapi }, uid) ?? {};
  const [line] =
    Object.entries(attributes).find(
      ([, one]) =>
        one?.type === 'relation' && one.target === BUSINESS_LINE && one.mappedBy === undefined,
    ) ?? [];
  return { line, slug: attributes[SLUG] === undefined ? undefined : SLUG };
};

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

const documentsIn = (value: unknown): readonly string[] =>
  [value].flat().flatMap((one) => textsIn((one as { documentId?: string } | null)?.documentId));

/** Tells whether a change contains the value of an attribute. */
const says = ({ before, after }: ContentChange, attribute: string | undefined): boolean =>
  attribute === undefined || attribute in (before ?? after ?? {});

/**
 * Returns the stored versions of documents, the published ones first, because changes do not
 * contain these attributes of every type.
 */
const storedRows = async (
  { strapi }: WithStrapi,
  uid: string,
  { line, documentIds }: { line: string | undefined; documentIds: readonly string[] },
): Promise<readonly Row[]> => {
  const type = contentTypesOf({ strapi }).find((one) => one.uid === uid);
  if (type === undefined || documentIds.length === 0) return [];
  const rows = await tableOf<Row>({ strapi }, type.uid).findMany({
    where: { documentId: { $in: documentIds } },
    ...(line !== undefined && { populate: { [line]: { select: ['documentId'] } } }),
  });
  return rows.toSorted((one, other) => Number(!one.publishedAt) - Number(!other.publishedAt));
};

const aboutOf = (
  change: ContentChange,
  { line, slug }: Names,
  rows: readonly Row[],
): DocumentScope => {
  const { uid, documentId, locale, event, before, after } = change;
  const row = rows.find((one) => one.documentId === documentId && (one.locale ?? '') === locale);
  const wasOrIs = (attribute: string): readonly string[] => [
    ...new Set([before, after].flatMap((values) => textsIn(values?.[attribute]))),
  ];
  const linesOf = (attribute: string): readonly string[] =>
    says(change, attribute) ? wasOrIs(attribute) : documentsIn(row?.[attribute]);
  const stored = slug === undefined ? null : (textsIn(row?.[slug])[0] ?? null);
  const slugIn = (values: ContentChange['before'], is: boolean): string | null =>
    says(change, slug) ? (textsIn(values?.[SLUG])[0] ?? null) : is ? stored : null;
  return {
    lines: uid === BUSINESS_LINE ? [documentId] : line === undefined ? [] : linesOf(line),
    slugs: {
      before: slugIn(before, event !== 'publish'),
      after: slugIn(after, event !== 'unpublish'),
    },
  };
};

/** Returns lines and slugs of the changed documents, in the order of the changes. */
export const findDocumentScopes = async (
  { strapi }: WithStrapi,
  changes: readonly ContentChange[],
): Promise<readonly DocumentScope[]> => {
  const known = new Map<string, { names: Names; rows: readonly Row[] }>();
  for (const uid of new Set(changes.map((change) => change.uid))) {
    const names = namesOf({ strapi }, uid);
    const unsaid = changes.filter(
      (change) => change.uid === uid && !(says(change, names.line) && says(change, names.slug)),
    );
    const documentIds = unsaid.map(({ documentId }) => documentId);
    known.set(uid, {
      names,
      rows: await storedRows({ strapi }, uid, { line: names.line, documentIds }),
    });
  }
  return changes.map((change) => {
    const { names, rows } = known.get(change.uid) ?? { names: namesOf({ strapi }, ''), rows: [] };
    return aboutOf(change, names, rows);
  });
};
