import { defineAdminRoute, defineAdminRoutes, signedIn } from '#platform/http/admin-route';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getDraftTexts } from '#feature/application';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { findLineAttribute, getEntryTitle, type ListedRow } from '#catalogue/entry-summary';
import type { Person } from '#platform/strapi/actor';
import { findModel } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { findBrokenLinks, type BrokenLink } from '../content-quality';
import type { BrokenAddress, BrokenLinkPlace, ReplacementResult } from './broken-links';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { getUserAbility, getRequestBody, readPerson } from '#platform/http/request-person';

type TitledRow = ListedRow & { vertical?: { name?: string | null } | null };

/**
 * Returns the titles of a type's entries that the user may change, by document and locale. Pages
 * have none; the name of their business line is used.
 */
const loadTitles = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { ability, documents }: { ability: unknown; documents: readonly string[] },
): Promise<ReadonlyMap<string, string>> => {
  const rows = await getTable<TitledRow>({ strapi }, uid).findMany({
    where: {
      $and: [
        await buildPermittedWhere({ strapi }, { ability, uid, query: {} }),
        await buildPermittedWhere({ strapi }, { ability, uid, query: {}, action: 'update' }),
        { documentId: { $in: [...documents] }, publishedAt: { $null: true } },
      ],
    },
    ...(findLineAttribute({ strapi }, uid) === 'vertical' && {
      populate: { vertical: { select: ['name'] } },
    }),
  });
  const readableTitle = createReadableTitles({ strapi }, ability, uid);
  const getRowTitle = (row: TitledRow): string =>
    row.vertical?.name ?? readableTitle(getEntryTitle(row));
  return new Map(
    rows.map((row) => [`${row.documentId} ${row.locale ?? ''}`, getRowTitle(row)] as const),
  );
};

const groupLinks = <Key>(links: readonly BrokenLink[], keyOf: (link: BrokenLink) => Key) => {
  const groups = new Map<Key, BrokenLink[]>();
  for (const link of links) groups.set(keyOf(link), [...(groups.get(keyOf(link)) ?? []), link]);
  return groups;
};

/** Returns the broken links in entries that the user may change. */
const loadChangeableLinks = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<(BrokenLink & { title: string })[]> => {
  const links = await findBrokenLinks({ strapi });
  const all: (BrokenLink & { title: string })[] = [];
  for (const [uid, linksOfType] of groupLinks(links, (link) => link.uid)) {
    const documents = linksOfType.map(({ documentId }) => documentId);
    const titles = await loadTitles({ strapi }, uid, { ability, documents });
    const mayRead = getDraftTexts({ strapi }).createReadCheck({ strapi }, { uid, ability });
    for (const link of linksOfType) {
      if (!mayRead(link.path, link.locale)) continue;
      const title = titles.get(`${link.documentId} ${link.locale ?? ''}`);
      if (title !== undefined) all.push({ ...link, title });
    }
  }
  return all;
};

/** Returns the broken addresses with their places in entries that the user may change. */
const loadBrokenAddresses = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<BrokenAddress[]> => {
  const addresses = new Map<string, BrokenLinkPlace[]>();
  for (const { address, path, uid, documentId, locale, title } of await loadChangeableLinks(
    { strapi },
    ability,
  )) {
    const type = findModel({ strapi }, uid)?.info.displayName ?? uid;
    const place = { uid, documentId, locale, type, title, at: path.join('.') };
    addresses.set(address, [...(addresses.get(address) ?? []), place]);
  }
  return [...addresses].map(([address, places]) => ({ address, places }));
};

/**
 * Replaces a broken address in every draft that the user may change, with the checks of its form.
 */
const replaceAddress = async (
  { strapi }: WithStrapi,
  { person, from, to }: { person: Person; from: string; to: string },
): Promise<ReplacementResult> => {
  const links = (await loadChangeableLinks({ strapi }, person.ability)).filter(
    ({ address }) => address === from,
  );
  const written = [];
  for (const [uid, linksOfType] of groupLinks(links, (link) => link.uid)) {
    const entries = [...groupLinks(linksOfType, ({ documentId }) => documentId)].map(
      ([documentId, places]) => ({
        documentId,
        languages: [...groupLinks(places, ({ locale }) => locale)].map(([locale, these]) => ({
          locale,
          writes: these.map(({ path }) => ({ path, text: to })),
        })),
      }),
    );
    written.push(...(await getDraftTexts({ strapi }).write({ strapi }, { uid, person }, entries)));
  }
  const getTitle = (id: string): string =>
    links.find(({ documentId }) => documentId === id)?.title ?? id;
  return {
    changed: written.filter(({ reason }) => reason === null).length,
    refused: written.flatMap(({ documentId, reason }) =>
      reason === null ? [] : [{ title: getTitle(documentId), reason }],
    ),
  };
};

const address = z.string().trim().min(1).max(2048);

const parseReplacement = validateZodSchema(z.strictObject({ from: address, to: address }));

const createBrokenLinksController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: await loadBrokenAddresses({ strapi }, getUserAbility(ctx)) };
  },

  async replace(ctx: Context): Promise<void> {
    const { from, to } = parseReplacement(getRequestBody(ctx));
    ctx.body = { data: await replaceAddress({ strapi }, { person: readPerson(ctx), from, to }) };
  },
});

const adminRoutes = defineAdminRoutes(
  // Users see and change only entries that they may change.
  defineAdminRoute('GET', '/addresses', 'broken-links.find', signedIn),
  defineAdminRoute('POST', '/replace', 'broken-links.replace', signedIn),
);

export default {
  controllers: { 'broken-links': createBrokenLinksController },
  routes: { admin: adminRoutes },
};
