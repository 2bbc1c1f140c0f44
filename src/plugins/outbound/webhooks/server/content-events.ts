import type { WithStrapi } from '#platform/strapi/with-strapi';
import { tagOf } from '#delivery/http-cache/tags';
import { registerChangeConsumer, type ContentChange } from '#delivery/outbox/consumers';
import { getTable } from '#platform/strapi/queries';
import { createEndpointStore } from './endpoints';
import { defineWebhookKind, type WebhookKind } from './kinds';
import { sendWebhooks, type WebhookEvent } from './send';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { listContentTypes, findModel } from '#platform/strapi/models';

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

const getAttributeNames = ({ strapi }: WithStrapi, uid: string): Names => {
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

const listTexts = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === 'string');

const listDocumentIds = (value: unknown): readonly string[] =>
  [value].flat().flatMap((item) => listTexts((item as { documentId?: string } | null)?.documentId));

/** Tells whether a change contains the value of an attribute. */
const hasValue = ({ before, after }: ContentChange, attribute: string | undefined): boolean =>
  attribute === undefined || attribute in (before ?? after ?? {});

/**
 * Returns the stored versions of documents, the published ones first, because changes do not
 * contain these attributes of every type.
 */
const loadStoredRows = async (
  { strapi }: WithStrapi,
  uid: string,
  { line, documentIds }: { line: string | undefined; documentIds: readonly string[] },
): Promise<readonly Row[]> => {
  const type = listContentTypes({ strapi }).find((contentType) => contentType.uid === uid);
  if (type === undefined || documentIds.length === 0) return [];
  const rows = await getTable<Row>({ strapi }, type.uid).findMany({
    where: { documentId: { $in: documentIds } },
    ...(line !== undefined && { populate: { [line]: { select: ['documentId'] } } }),
  });
  return rows.toSorted((first, other) => Number(!first.publishedAt) - Number(!other.publishedAt));
};

const buildDocumentScope = (
  change: ContentChange,
  { line, slug }: Names,
  rows: readonly Row[],
): DocumentScope => {
  const { uid, documentId, locale, event, before, after } = change;
  const row = rows.find((item) => item.documentId === documentId && (item.locale ?? '') === locale);
  const collectValues = (attribute: string): readonly string[] => [
    ...new Set([before, after].flatMap((values) => listTexts(values?.[attribute]))),
  ];
  const listLineIds = (attribute: string): readonly string[] =>
    hasValue(change, attribute) ? collectValues(attribute) : listDocumentIds(row?.[attribute]);
  const storedSlug = slug === undefined ? null : (listTexts(row?.[slug])[0] ?? null);
  const pickSlug = (values: ContentChange['before'], is: boolean): string | null =>
    hasValue(change, slug) ? (listTexts(values?.[SLUG])[0] ?? null) : is ? storedSlug : null;
  return {
    lines: uid === BUSINESS_LINE ? [documentId] : line === undefined ? [] : listLineIds(line),
    slugs: {
      before: pickSlug(before, event !== 'publish'),
      after: pickSlug(after, event !== 'unpublish'),
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
    const names = getAttributeNames({ strapi }, uid);
    const unsaid = changes.filter(
      (change) =>
        change.uid === uid && !(hasValue(change, names.line) && hasValue(change, names.slug)),
    );
    const documentIds = unsaid.map(({ documentId }) => documentId);
    namesAndRows.set(uid, {
      names,
      rows: await loadStoredRows({ strapi }, uid, { line: names.line, documentIds }),
    });
  }
  return changes.map((change) => {
    const { names, rows } = namesAndRows.get(change.uid) ?? {
      names: getAttributeNames({ strapi }, ''),
      rows: [],
    };
    return buildDocumentScope(change, names, rows);
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

const listTags = (keys: ContentChange['keys']): string[] => [...new Set(keys.map(tagOf))];

const createUnspecifiedEvent = ({ id, at, event, keys }: ContentChange): WebhookEvent => ({
  event: kinds[event].name,
  type: null,
  lines: [],
  language: null,
  happenedAt: at,
  subject: '*',
  data: {
    sequence: id,
    tags: listTags(keys),
    document: null,
    language: null,
    lines: [],
    slugs: { before: null, after: null },
  },
});

const createDocumentEvent = (
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
      tags: listTags(keys),
      document: { type: uid, documentId },
      language,
      lines: lines.flatMap((line) => slugsOfLines.get(line) ?? []),
      slugs,
    },
  };
};

/** Returns the webhook events of changes to published content. */
const loadEvents = async (
  { strapi }: WithStrapi,
  changes: readonly ContentChange[],
): Promise<WebhookEvent[]> => {
  const lines = await getTable<{ documentId: string; slug: string }>(
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
      ? createUnspecifiedEvent(change)
      : createDocumentEvent(change, scope, slugs);
  });
};

/** Sends webhooks about every change of published content; call it in `register`. */
export const registerContentEvents = ({ strapi }: WithStrapi): void => {
  for (const kind of Object.values(kinds)) defineWebhookKind({ strapi }, kind);
  registerChangeConsumer({ strapi }, 'webhooks', async (changes) => {
    const endpoints = await createEndpointStore({ strapi }).on();
    if (endpoints.length > 0) await sendWebhooks({ strapi }, await loadEvents({ strapi }, changes));
  });
};
