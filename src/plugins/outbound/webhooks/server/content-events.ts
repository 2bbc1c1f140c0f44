import type { WithStrapi } from '#platform/strapi/with-strapi';
import { tagOf } from '#delivery/http-cache/tags';
import { registerChangeConsumer, type ContentChange } from '#delivery/outbox/consumers';
import { tableOf } from '#platform/strapi/queries';
import { endpointsOf } from './endpoints';
import { defineWebhookKind, type WebhookKind } from './kinds';
import { sendWebhooks, type WebhookEvent } from './send';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { contentTypesOf, findModel } from '#platform/strapi/models';

const SLUG = 'slug';

/** Business lines (document ids) and slugs of a changed document. */
type DocumentScope = {
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
      ([, attribute]) =>
        attribute?.type === 'relation' &&
        attribute.target === BUSINESS_LINE &&
        attribute.mappedBy === undefined,
    ) ?? [];
  return { line, slug: attributes[SLUG] === undefined ? undefined : SLUG };
};

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === 'string');

const documentsIn = (value: unknown): readonly string[] =>
  [value].flat().flatMap((item) => textsIn((item as { documentId?: string } | null)?.documentId));

/** Tells whether a change contains the value of an attribute. */
const containsValue = ({ before, after }: ContentChange, attribute: string | undefined): boolean =>
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
  const type = contentTypesOf({ strapi }).find((contentType) => contentType.uid === uid);
  if (type === undefined || documentIds.length === 0) return [];
  const rows = await tableOf<Row>({ strapi }, type.uid).findMany({
    where: { documentId: { $in: documentIds } },
    ...(line !== undefined && { populate: { [line]: { select: ['documentId'] } } }),
  });
  return rows.toSorted((first, other) => Number(!first.publishedAt) - Number(!other.publishedAt));
};

const aboutOf = (
  change: ContentChange,
  { line, slug }: Names,
  rows: readonly Row[],
): DocumentScope => {
  const { uid, documentId, locale, event, before, after } = change;
  const row = rows.find((item) => item.documentId === documentId && (item.locale ?? '') === locale);
  const valuesBeforeAndAfter = (attribute: string): readonly string[] => [
    ...new Set([before, after].flatMap((values) => textsIn(values?.[attribute]))),
  ];
  const linesOf = (attribute: string): readonly string[] =>
    containsValue(change, attribute)
      ? valuesBeforeAndAfter(attribute)
      : documentsIn(row?.[attribute]);
  const storedSlug = slug === undefined ? null : (textsIn(row?.[slug])[0] ?? null);
  const slugIn = (values: ContentChange['before'], is: boolean): string | null =>
    containsValue(change, slug) ? (textsIn(values?.[SLUG])[0] ?? null) : is ? storedSlug : null;
  return {
    lines: uid === BUSINESS_LINE ? [documentId] : line === undefined ? [] : linesOf(line),
    slugs: {
      before: slugIn(before, event !== 'publish'),
      after: slugIn(after, event !== 'unpublish'),
    },
  };
};

/** Returns lines and slugs of the changed documents, in the order of the changes. */
const findDocumentScopes = async (
  { strapi }: WithStrapi,
  changes: readonly ContentChange[],
): Promise<readonly DocumentScope[]> => {
  const namesAndRows = new Map<string, { names: Names; rows: readonly Row[] }>();
  for (const uid of new Set(changes.map((change) => change.uid))) {
    const names = namesOf({ strapi }, uid);
    const unsaid = changes.filter(
      (change) =>
        change.uid === uid &&
        !(containsValue(change, names.line) && containsValue(change, names.slug)),
    );
    const documentIds = unsaid.map(({ documentId }) => documentId);
    namesAndRows.set(uid, {
      names,
      rows: await storedRows({ strapi }, uid, { line: names.line, documentIds }),
    });
  }
  return changes.map((change) => {
    const { names, rows } = namesAndRows.get(change.uid) ?? {
      names: namesOf({ strapi }, ''),
      rows: [],
    };
    return aboutOf(change, names, rows);
  });
};

const kinds = {
  publish: {
    name: 'content.published',
    label: { en: 'An entry is published', es: 'Se publica una entrada' },
  },
  update: {
    name: 'content.updated',
    label: { en: 'A published entry changes', es: 'Cambia una entrada publicada' },
  },
  unpublish: {
    name: 'content.unpublished',
    label: {
      en: 'An entry is unpublished or deleted',
      es: 'Se despublica o se elimina una entrada',
    },
  },
} as const satisfies Record<ContentChange['event'], WebhookKind>;

const tagsIn = (keys: ContentChange['keys']): string[] => [...new Set(keys.map(tagOf))];

/** Returns the event of an unspecified change. */
const anythingChanged = ({ id, at, event, keys }: ContentChange): WebhookEvent => ({
  event: kinds[event].name,
  type: null,
  lines: [],
  language: null,
  happenedAt: at,
  subject: '*',
  data: {
    sequence: id,
    tags: tagsIn(keys),
    document: null,
    language: null,
    lines: [],
    slugs: { before: null, after: null },
  },
});

const documentChanged = (
  { id, at, uid, documentId, locale, event, keys }: ContentChange,
  { lines, slugs }: DocumentScope,
  slugsOfLines: ReadonlyMap<string, string>,
): WebhookEvent => {
  const language = locale === '' ? null : locale;
  return {
    event: kinds[event].name,
    type: uid,
    lines,
    language,
    happenedAt: at,
    subject: [uid, slugs.after ?? slugs.before ?? documentId, language ?? ''].join(' ').trim(),
    data: {
      sequence: id,
      tags: tagsIn(keys),
      document: { type: uid, documentId },
      language,
      lines: lines.flatMap((line) => slugsOfLines.get(line) ?? []),
      slugs,
    },
  };
};

/** Returns the webhook events of changes to published content. */
const eventsOf = async (
  { strapi }: WithStrapi,
  changes: readonly ContentChange[],
): Promise<WebhookEvent[]> => {
  const lines = await tableOf<{ documentId: string; slug: string }>(
    { strapi },
    BUSINESS_LINE,
  ).findMany({
    select: ['documentId', 'slug'],
  });
  const slugs = new Map(lines.map(({ documentId, slug }) => [documentId, slug]));
  const abouts = await findDocumentScopes({ strapi }, changes);
  return changes.map((change, index) => {
    const scope = abouts[index];
    return change.documentId === '*' || scope === undefined
      ? anythingChanged(change)
      : documentChanged(change, scope, slugs);
  });
};

/** Sends webhooks about every change of published content; call it in `register`. */
export const registerContentEvents = ({ strapi }: WithStrapi): void => {
  for (const kind of Object.values(kinds)) defineWebhookKind({ strapi }, kind);
  registerChangeConsumer({ strapi }, 'webhooks', async (changes) => {
    const endpoints = await endpointsOf({ strapi }).on();
    if (endpoints.length > 0) await sendWebhooks({ strapi }, await eventsOf({ strapi }, changes));
  });
};
