import type { WithStrapi } from '../../../platform/with-strapi';
import { findModel } from '../../../platform/strapi/models';
import { MEDIA_UID } from '../../plan/media-fields';
import type { ModelLookup } from '../../plan/model';
import { slotKey, type RememberedSlots } from '../../plan/slots';
import { isVisibleDraft, type VisibleDraft } from '../../visible-draft';
import type { DocumentReference, PageWindow } from '../reader';
import { listRows, referenceKey, toReference, type DocumentRow } from './document-row';
import type { Population, Selection } from './selection';

/** Parameters of a read, without its selection; `sort` in Strapi's syntax. */
export type Reading = {
  where?: Record<string, unknown>;
  locale?: string | undefined;
  sort?: readonly string[];
};

type QueryParams = {
  transform: (uid: string, params: object) => { where?: object } & Record<string, unknown>;
};

/** Position of a row in a document, and the document's stored slots; null without slots. */
type SlotPosition = {
  path: readonly string[];
  memory: RememberedSlots;
  locale: string | null;
} | null;

/** The row of a document or component whose relations are filled. */
type Holder = { row: DocumentRow; place: SlotPosition };

const keyOf = (row: DocumentRow): string => referenceKey(toReference(row));

const isZone = (population: Population): population is { on: Record<string, Selection> } =>
  'on' in population;

/**
 * Finds the rows that a preview shows: the draft of one document, and the published version of all
 * others. Rows of drafts are related to drafts, and published rows to published ones. So a relation
 * only yields the identity of a nested document, and the row is found by that identity.
 */
export const createPreviewRows = (
  { strapi }: WithStrapi,
  {
    models,
    draft,
    readSlots,
  }: {
    models: ModelLookup;
    draft: VisibleDraft;
    readSlots: (
      uid: string,
      attribute: string,
      ids: readonly unknown[],
    ) => Promise<ReadonlyMap<unknown, RememberedSlots>>;
  },
) => {
  const { transform } = strapi.get<QueryParams>('query-params');

  const versionsOf = (uid: string): object => {
    const { hasDrafts, isLocalized } = models(uid);
    if (!hasDrafts || uid === MEDIA_UID) return {};
    const published = { publishedAt: { $notNull: true } };
    if (uid !== draft.uid) return published;
    const { documentId, locales } = draft;
    const version = { documentId, ...(isLocalized && { locale: { $in: locales } }) };
    return {
      $or: [
        { $and: [published, { $not: version }] },
        { $and: [{ publishedAt: { $null: true } }, version] },
      ],
    };
  };

  const whereOf = (uid: string, where: object | undefined, locale = '*'): object => {
    const isNarrowed = models(uid).isLocalized && locale !== '*';
    return { $and: [where ?? {}, versionsOf(uid), isNarrowed ? { locale } : {}] };
  };

  /** Returns the type behind a relation if it has drafts, null for other attributes. */
  const targetOf = (uid: string, attribute: string): string | null => {
    const { kind, target } = models(uid).attributes[attribute] ?? {};
    const isRelated = kind === 'relation' && target !== undefined && models(target).hasDrafts;
    return isRelated ? target : null;
  };

  /** Returns the columns that identify documents and their locales; a component has none. */
  const identityFieldsOf = (uid: string): string[] => {
    if (!uid.includes('::')) return [];
    return models(uid).isLocalized ? ['documentId', 'locale'] : ['documentId'];
  };

  /** Returns the same selection with documents that have drafts reduced to their identity. */
  const shallow = (uid: string, { fields, populate }: Selection): Selection => ({
    fields: fields && [...new Set([...fields, ...identityFieldsOf(uid)])],
    populate: Object.fromEntries(
      Object.entries(populate).map(([attribute, population]): [string, Population] => {
        if (isZone(population)) {
          const on = Object.entries(population.on).map(
            ([part, selection]) => [part, shallow(part, selection)] as const,
          );
          return [attribute, { on: Object.fromEntries(on) }];
        }
        const { sort, filters } = population;
        const rest = { ...(sort && { sort }), ...(filters && { filters }) };
        const target = targetOf(uid, attribute);
        if (target !== null) {
          return [attribute, { fields: identityFieldsOf(target), populate: {}, ...rest }];
        }
        const inner = models(uid).attributes[attribute]?.target;
        return [
          attribute,
          { ...(inner === undefined ? population : shallow(inner, population)), ...rest },
        ];
      }),
    ),
  });

  /**
   * Documents that the visible draft is related to by an attribute, for each version of the draft.
   * The draft's side of a two-sided relation decides whether other documents show the draft.
   */
  const related = new Map<string, Promise<ReadonlyMap<string, ReadonlySet<string>>>>();
  const relatedBy = (attribute: string) => {
    const cached = related.get(attribute);
    if (cached !== undefined) return cached;
    const relatedKeys = strapi.db
      .query(draft.uid)
      .findMany({
        where: { $and: [versionsOf(draft.uid), { documentId: draft.documentId }] },
        populate: { [attribute]: { select: ['documentId', 'locale'] } },
      })
      .then((rows) => {
        const versions = (rows as DocumentRow[]).filter((row) =>
          isVisibleDraft(draft, draft.uid, row),
        );
        return new Map(
          versions.map((row) => [
            keyOf(row),
            new Set(listRows(row, attribute).map((other) => keyOf(other))),
          ]),
        );
      });
    related.set(attribute, relatedKeys);
    return relatedKeys;
  };

  const identitiesIn = async (
    uid: string,
    attribute: string,
    { row, place }: Holder,
  ): Promise<readonly DocumentReference[]> => {
    if (place !== null) {
      const { locale } = place;
      const target = models(String(targetOf(uid, attribute)));
      return (place.memory[slotKey([...place.path, attribute])] ?? []).map((documentId) => ({
        documentId,
        locale: target.isLocalized ? locale : null,
      }));
    }
    const stored = listRows(row, attribute).map(toReference);
    const schema = findModel({ strapi }, uid)?.attributes[attribute];
    const otherSide = schema?.inversedBy ?? schema?.mappedBy;
    const isDraftRow = isVisibleDraft(draft, uid, row);
    if (schema?.target !== draft.uid || otherSide === undefined || isDraftRow) return stored;
    const ownKey = keyOf(row);
    const versions = await relatedBy(otherSide);
    const showing = [...versions].flatMap(([version, others]) =>
      others.has(ownKey) ? [version] : [],
    );
    const before = stored.filter((identity) => {
      const version = referenceKey(identity);
      return !versions.has(version) || showing.includes(version);
    });
    const there = new Set(before.map(referenceKey));
    const added = showing
      .filter((version) => !there.has(version))
      .map((version) => {
        const [documentId = '', locale = ''] = version.split(' ');
        return { documentId, locale: locale === '' ? null : locale };
      });
    // A to-one relation shows only the first, so the draft comes first.
    return models(uid).attributes[attribute]?.isMany === true
      ? [...before, ...added]
      : [...added, ...before];
  };

  const fillRelation = async (
    uid: string,
    attribute: string,
    target: string,
    {
      sort = [],
      filters: _filters,
      ...selection
    }: Selection & { sort?: string[]; filters?: object },
    holders: readonly Holder[],
  ): Promise<void> => {
    const shown = await Promise.all(holders.map((holder) => identitiesIn(uid, attribute, holder)));
    const documentIds = [...new Set(shown.flat().map(({ documentId }) => documentId))];
    const rows =
      documentIds.length === 0
        ? []
        : await findMany(target, selection, { where: { documentId: { $in: documentIds } }, sort });
    const byIdentity = new Map(rows.map((row) => [keyOf(row), row]));
    for (const [at, { row }] of holders.entries()) {
      const keys = [...new Set((shown[at] ?? []).map(referenceKey))];
      const shownKeys = new Set(keys);
      const documents =
        sort.length === 0
          ? keys.flatMap((key) => byIdentity.get(key) ?? [])
          : [...byIdentity].flatMap(([key, document]) => (shownKeys.has(key) ? [document] : []));
      row[attribute] =
        models(uid).attributes[attribute]?.isMany === true ? documents : documents[0];
    }
  };

  /** Fills every selected relation of some rows, their components and their nested documents. */
  const fill = async (
    uid: string,
    { populate }: Selection,
    holders: readonly Holder[],
  ): Promise<void> => {
    if (holders.length === 0) return;
    for (const [attribute, population] of Object.entries(populate)) {
      const isListed = models(uid).attributes[attribute]?.isMany === true;
      const partsOf = ({ row, place }: Holder): Holder[] =>
        listRows(row, attribute).map((part, at) => ({
          row: part,
          place: place && {
            ...place,
            path: [...place.path, attribute, ...(isListed ? [String(at)] : [])],
          },
        }));
      if (isZone(population)) {
        for (const [part, selection] of Object.entries(population.on)) {
          const parts = holders.flatMap(partsOf).filter(({ row }) => row.__component === part);
          await fill(part, selection, parts);
        }
        continue;
      }
      const target = targetOf(uid, attribute);
      if (target !== null) {
        await fillRelation(uid, attribute, target, population, holders);
        continue;
      }
      const { kind, target: inner } = models(uid).attributes[attribute] ?? {};
      if (inner === undefined || inner === MEDIA_UID) continue;
      const within = holders.flatMap(partsOf);
      // Slots are not stored beyond a relation.
      const isPart = kind === 'component';
      await fill(
        inner,
        population,
        isPart ? within : within.map(({ row }) => ({ row, place: null })),
      );
    }
  };

  const findMany = async (
    uid: string,
    selection: Selection,
    { where = {}, locale, sort = [] }: Reading,
    window: Partial<PageWindow> = {},
    slotAttribute: string | null = null,
  ): Promise<DocumentRow[]> => {
    const query = transform(uid, { ...shallow(uid, selection), filters: where, sort, ...window });
    const rows = (await strapi.db
      .query(uid)
      .findMany({ ...query, where: whereOf(uid, query.where, locale) })) as DocumentRow[];
    const remembering =
      slotAttribute === null ? [] : rows.filter((row) => !isVisibleDraft(draft, uid, row));
    const memories =
      slotAttribute === null
        ? new Map<unknown, RememberedSlots>()
        : await readSlots(
            uid,
            slotAttribute,
            remembering.map(({ id }) => id),
          );
    await fill(
      uid,
      selection,
      rows.map((row) => ({
        row,
        place: remembering.includes(row)
          ? { path: [], memory: memories.get(row.id) ?? {}, locale: toReference(row).locale }
          : null,
      })),
    );
    return rows;
  };

  return {
    /** @param slotAttribute attribute in which published rows store their slots; null for none */
    findMany,

    count: (uid: string, where: object, locale: string | undefined): Promise<number> =>
      strapi.db
        .query(uid)
        .count({ where: whereOf(uid, transform(uid, { filters: where }).where, locale) }),
  };
};
