import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { LONGEST } from '../../address';
import { referenceIn } from '../../../../../feature/link-reference';
import { placeOf } from '../place';
import { describeEntry, searchEntries } from '../search';

const documentId = z.string().regex(/^[a-z0-9]{0,64}$/i);

/** The form in which the link stands; blank where something is not known. */
const form = {
  locale: z.string().max(40).default(''),
  model: z.string().max(100).default(''),
  documentId: documentId.default(''),
  /** The business line that is chosen there, where it is not saved yet. */
  line: documentId.default(''),
};

const parseSearch = validateZodSchema(
  z.object({ ...form, q: z.string().trim().max(100).default('') }),
);
const parseLink = validateZodSchema(z.object({ ...form, link: z.string().max(LONGEST) }));

type State = { userAbility?: unknown };

/** What the panel asks where links are chosen. */
export const linksController = ({ strapi }: WithStrapi) => ({
  /** Entries by their titles. */
  async search(ctx: Context): Promise<void> {
    const { q, ...at } = parseSearch(ctx.query);
    const { userAbility: ability } = ctx.state as State;
    ctx.body = {
      data: await searchEntries(
        { strapi },
        { text: q, ability, place: await placeOf({ strapi }, at) },
      ),
    };
  },

  /** The entry to which a link leads; null where it does not exist. */
  async describe(ctx: Context): Promise<void> {
    const { link, ...at } = parseLink(ctx.query);
    const reference = referenceIn(link);
    const { userAbility: ability } = ctx.state as State;
    const entry =
      reference === null
        ? undefined
        : await describeEntry({ strapi }, reference, {
            ability,
            place: await placeOf({ strapi }, at),
          });
    ctx.body = { data: entry ?? null };
  },
});
