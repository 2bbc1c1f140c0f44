import type { Core, UID } from '@strapi/types';
import { contentTypesOf, hasDrafts } from '../../../../strapi/models';
import { sql } from '../../../../strapi/queries';
import { createLinkFinder, entriesMeantBy, type EntryMeant } from '../../../links';
import { answeredSlugs } from '../../../redirects';
import { columnsOf } from './columns';
import { DEAD_ADDRESS } from '../../health';
import type { RuleFromAbove } from './rule';

type WithStrapi = { strapi: Core.Strapi };

const title = {
  en: 'A link leads to an address of the site where there is no entry.',
  es: 'Un enlace lleva a una dirección del sitio en la que no hay ninguna entrada.',
};

/** A typed address of the site at which there is no entry, and where it stands; positions in lists begin with 0. */
export type DeadLink = {
  uid: UID.ContentType;
  documentId: string;
  locale: string | null;
  path: readonly (string | number)[];
  address: string;
};

/** A typed address that looks as the addresses of entries do. */
type Typed = DeadLink & { meant: readonly EntryMeant[] };

const typedAddresses = async ({ strapi }: WithStrapi): Promise<Typed[]> => {
  const finder = createLinkFinder({ strapi });
  const meantBy = await entriesMeantBy({ strapi });
  const typed: Typed[] = [];
  for (const type of contentTypesOf({ strapi })) {
    const { uid } = type;
    if (!uid.startsWith('api::') || !hasDrafts(type) || !finder.concerns(uid)) continue;
    const { table } = columnsOf({ strapi }, uid);
    const { rows } = await sql(
      { strapi },
      `select distinct document_id from ${table} where published_at is null order by 1`,
    );
    for (const { document_id: id } of rows) {
      const documentId = String(id);
      for (const { locale, found } of await finder.stored(uid, documentId, null)) {
        for (const { path, value } of found) {
          const meant = typeof value === 'string' ? meantBy(value) : [];
          if (meant.length === 0) continue;
          typed.push({ uid, documentId, locale, path, address: String(value), meant });
        }
      }
    }
  }
  return typed;
};

/** Links that somebody typed, within a site, to what visitors cannot see. */
export const findDeadLinks = async ({ strapi }: WithStrapi): Promise<DeadLink[]> => {
  const typed = await typedAddresses({ strapi });
  const slugs = new Map<EntryMeant['uid'], Set<string>>();
  for (const { uid, slug } of typed.flatMap(({ meant }) => meant)) {
    slugs.set(uid, (slugs.get(uid) ?? new Set()).add(slug));
  }
  const answered = new Map<string, ReadonlySet<string>>();
  for (const [uid, wanted] of slugs) {
    answered.set(uid, await answeredSlugs({ strapi }, uid, [...wanted]));
  }
  return typed
    .filter(({ meant }) => !meant.some(({ uid, slug }) => answered.get(uid)?.has(slug)))
    .map(({ uid, documentId, locale, path, address }) => ({
      uid,
      documentId,
      locale,
      path,
      address,
    }));
};

/** Entries with such a link. */
export const deadAddresses: RuleFromAbove = {
  name: 'dead-addresses',
  async find({ strapi }) {
    const links = await findDeadLinks({ strapi });
    return links.map(({ uid, documentId, locale, path, address }) => ({
      uid,
      documentId,
      locale,
      field: String(path[0]),
      code: DEAD_ADDRESS,
      severity: 'hindrance' as const,
      title,
      text: { en: address, es: address },
    }));
  },
};
