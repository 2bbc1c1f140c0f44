import { prefetchPricesOnRoute, prefetchPricesOfSelection } from './server/prefetch-prices';
import {
  defineAdminRoute,
  defineAdminRoutes,
  signedIn,
  requirePermissionInModel,
} from '#platform/http/admin-route';
import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getPaymentProducts } from '#feature/application';
import type { Entry, SourceVersion } from '#feature/publishing-rules';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { findModel, isLocalized } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { UNIQUE_TEXTS } from './facts';
import { findBrokenLinks, readFacts, findPublished, readTitles } from './server/read-facts';
import {
  evaluateDrafts,
  createFindingFilter,
  getRuleSets,
  type TypeRuleSet,
} from './server/draft-evaluator';
import { readDrafts } from './server/entries';
import { listEntriesWithFindings } from './server/list-findings';
import { readLineCurrencies } from './server/payment-facts';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { listIn } from '#catalogue/entry-values';
import { getComponentUid, type Shapes } from './models';

/**
 * Returns the relations of an entry, within the components that hold them. The form lacks these; it
 * has all values that its reader may see.
 *
 * @param isShown whether the reader may see a field of the entry
 */
const readStoredRelations = (
  shapes: Shapes,
  uid: string,
  entry: Entry,
  isShown: (field: string) => boolean = () => true,
): Entry =>
  Object.fromEntries(
    Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): [string, unknown][] => {
      if (!isShown(name)) return [];
      const parts = listIn(entry, name);
      if (attribute?.type === 'relation') {
        return [[name, parts.map(({ documentId }) => ({ documentId }))]];
      }
      if (attribute?.type !== 'component' && attribute?.type !== 'dynamiczone') return [];
      return [
        [
          name,
          parts.map((part) => ({
            ...readStoredRelations(shapes, getComponentUid(attribute, part) ?? '', part),
            id: part.id,
            ...('__component' in part && { __component: part.__component }),
          })),
        ],
      ];
    }),
  );

const documentId = z.string().regex(/^[a-z0-9]{1,64}$/i);
const locale = z.string().max(40).nullable();

const MOST_SHOWN = 500;
const MOST_CHECKED = 100;

const parseForm = validateZodSchema(
  z.strictObject({
    documentId: documentId.nullable(),
    locale,
    payID: z.string().max(255),
    texts: z.partialRecord(z.enum(UNIQUE_TEXTS), z.string().max(500)).default({}),
    links: z.array(z.string().max(200)).max(MOST_SHOWN).default([]),
    shown: z.array(z.strictObject({ uid: z.string().max(100), documentId })).max(MOST_SHOWN),
  }),
);

const parseSelection = validateZodSchema(
  z.strictObject({ documentIds: z.array(documentId).min(1).max(MOST_CHECKED), locale }),
);

const parseList = validateZodSchema(
  z.object({
    type: z.string().max(100).optional(),
    only: z.literal('errors').optional(),
    after: z
      .string()
      .regex(/^\d{1,4}-\d{1,10}$/)
      .optional(),
  }),
);

type Row = { id: number };

/** Returns the published sale data of an entry, limited to the fields that the user may read. */
const pickReadableSale = (sale: Entry | null, mayRead: (name: string) => boolean): Entry | null =>
  sale && Object.fromEntries(Object.entries(sale).filter(([name]) => mayRead(name)));

/** Serves the panel's queries about entries that are about to be published. */
const createPublishingRulesController = ({ strapi }: WithStrapi) => {
  const findRuleSet = (ctx: Context): TypeRuleSet | undefined =>
    getRuleSets({ strapi }).get((ctx.params as { model: string }).model);

  const resolveLocale = (uid: UID.ContentType, requested: string | null): string | null =>
    isLocalized(findModel({ strapi }, uid)) ? requested : null;

  /** Returns the row ids of the drafts that the user may read among some documents. */
  const findReadable = async (
    ctx: Context,
    uid: UID.ContentType,
    documentIds: readonly string[],
    inLocale: string | null,
  ): Promise<number[]> => {
    const permitted = await buildPermittedWhere(
      { strapi },
      { ability: getUserAbility(ctx), uid, query: {} },
    );
    const version = {
      documentId: { $in: documentIds },
      publishedAt: { $null: true },
      ...(inLocale !== null && { locale: inLocale }),
    };
    const rows = await getTable<Row>({ strapi }, uid).findMany({
      where: { $and: [permitted, version] },
      select: ['id'],
      orderBy: { id: 'asc' },
    });
    return rows.map(({ id }) => id);
  };

  /** Returns the source version, limited to the fields that the user may read; null if none. */
  const findReadableSource = async (
    ctx: Context,
    uid: UID.ContentType,
    id: string,
    source: SourceVersion,
  ): Promise<SourceVersion | null> => {
    if ((await findReadable(ctx, uid, [id], source.locale)).length === 0) return null;
    const mayRead = createFieldCheck({ strapi }, getUserAbility(ctx), uid);
    const fields = Object.entries(source.content).filter(([name]) => mayRead(name));
    return { ...source, content: Object.fromEntries(fields) };
  };

  return {
    /** Answers the facts that rules need besides the values of a form. */
    async facts(ctx: Context): Promise<void> {
      const ruleSet = findRuleSet(ctx);
      if (ruleSet === undefined) {
        ctx.body = { data: null };
        return;
      }
      const { uid, shapes } = ruleSet;
      const form = parseForm(getRequestBody(ctx));
      const ownLocale = resolveLocale(uid, form.locale);
      const ids =
        form.documentId === null ? [] : await findReadable(ctx, uid, [form.documentId], ownLocale);
      const [draft] =
        ids.length === 0 ? [] : await readDrafts({ strapi }, uid, { ids: ids.slice(0, 1) });
      // A language that is about to be written has no draft of its own.
      const isReadable =
        draft !== undefined ||
        (form.documentId !== null &&
          (await findReadable(ctx, uid, [form.documentId], null)).length > 0);
      const subject = {
        documentId: isReadable ? form.documentId : null,
        locale: ownLocale,
        content: { ...form.texts, payID: form.payID },
      };
      const [facts] = await readFacts({ strapi }, uid, [subject]);
      const mayRead = createFieldCheck({ strapi }, getUserAbility(ctx), uid);
      const isPublished = await findPublished({ strapi }, form.shown);
      const unpublishedDocuments = form.shown.filter(
        (document) => !isPublished(document, ownLocale),
      );
      const titles = await readTitles({ strapi }, unpublishedDocuments);
      ctx.body = {
        data: {
          stored:
            draft === undefined ? null : readStoredRelations(shapes, uid, draft.content, mayRead),
          facts: {
            ...facts,
            publishedSale:
              facts === undefined ? null : pickReadableSale(facts.publishedSale, mayRead),
            samePaymentProduct: mayRead('payID') ? (facts?.samePaymentProduct ?? []) : [],
            source:
              facts?.source && subject.documentId !== null
                ? await findReadableSource(ctx, uid, subject.documentId, facts.source)
                : null,
            publishedSlug: mayRead('slug') ? (facts?.publishedSlug ?? null) : null,
            unpublished: unpublishedDocuments.map((document) => ({
              documentId: document.documentId,
              title: titles.get(document.documentId) ?? document.documentId,
            })),
            brokenLinks: await findBrokenLinks({ strapi }, form.links, ownLocale),
          },
          currencies: await readLineCurrencies({ strapi }),
          accounts: await getPaymentProducts({ strapi }).readAccountStates({ strapi }),
        },
      };
    },

    /** Answers the findings of each entry of a selection. */
    async check(ctx: Context): Promise<void> {
      const ruleSet = findRuleSet(ctx);
      const selection = parseSelection(getRequestBody(ctx));
      if (ruleSet === undefined) {
        ctx.body = { data: { entries: [] } };
        return;
      }
      const { uid } = ruleSet;
      const ownLocale = resolveLocale(uid, selection.locale);
      const ids = await findReadable(ctx, uid, selection.documentIds, ownLocale);
      // Users without the right to publish must not cause calls to payment providers.
      if (
        ids.length > 0 &&
        createEntryAccess({ strapi }, { ability: getUserAbility(ctx), uid }).may('publish')
      ) {
        await prefetchPricesOfSelection({ strapi }, uid, selection.documentIds);
      }
      const seen = createFindingFilter({ strapi }, getUserAbility(ctx), uid);
      const readableTitle = createReadableTitles({ strapi }, getUserAbility(ctx), uid);
      const evaluated = await evaluateDrafts({ strapi }, ruleSet, { ids });
      ctx.body = {
        data: {
          entries: evaluated.map(({ documentId: id, locale: language, title, findings }) => ({
            documentId: id,
            locale: language,
            title: readableTitle(title),
            findings: seen(findings),
          })),
        },
      };
    },

    /** Answers a page of the entries with errors or warnings. */
    async list(ctx: Context): Promise<void> {
      const { type, only, after } = parseList(ctx.query);
      const ability = getUserAbility(ctx);
      const readableTypes = [...getRuleSets({ strapi }).keys()].filter(
        (uid): uid is UID.ContentType =>
          createEntryAccess({ strapi }, { ability, uid: uid as UID.ContentType }).may('read'),
      );
      const types = readableTypes.filter((uid) => type === undefined || uid === type);
      const page = await listEntriesWithFindings(
        { strapi },
        { ability, types, onlyErrors: only === 'errors', after: after ?? null },
      );
      ctx.body = {
        data: {
          ...page,
          types: readableTypes.map((uid) => ({
            uid,
            type: strapi.contentTypes[uid].info.displayName,
          })),
          accounts: await getPaymentProducts({ strapi }).readAccountStates({ strapi }),
        },
      };
    },
  };
};

const adminRoutes = defineAdminRoutes(
  defineAdminRoute(
    'POST',
    '/facts/:model',
    'publishing-rules.facts',
    requirePermissionInModel('read'),
  ),
  defineAdminRoute(
    'POST',
    '/check/:model',
    'publishing-rules.check',
    requirePermissionInModel('read'),
  ),
  // Users who may read no type receive an empty list.
  defineAdminRoute('GET', '/entries', 'publishing-rules.list', signedIn),
);

export default {
  controllers: { 'publishing-rules': createPublishingRulesController },
  middlewares: { 'prefetch-prices': prefetchPricesOnRoute },
  routes: { admin: adminRoutes },
};
