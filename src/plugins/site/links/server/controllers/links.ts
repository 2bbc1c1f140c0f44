import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { LONGEST } from '../../address';
import { referenceIn } from '../../../../../feature/link-reference';
import { findLinkContext } from '../link-context';
import { describeEntry, searchEntries } from '../search';

const documentId = z.string().regex(/^[a-z0-9]{0,64}$/i);

/** Form that holds the link; unknown values are blank. */
const form = {
  locale: z.string().max(40).default(''),
  model: z.string().max(100).default(''),
  documentId: documentId.default(''),
  /** DocumentId of the business line chosen in the form, if it is not saved yet. */
  line: documentId.default(''),
};

const parseSearch = validateZodSchema(
  z.object({ ...form, q: z.string().trim().max(100).default('') }),
);
const parseLink = validateZodSchema(z.object({ ...form, link: z.string().max(LONGEST) }));

type State = { userAbility?: unknown };

/** Serves the link fields of the panel. */
export const linksController = ({ strapi }: WithStrapi) => ({
  /** Answers entries by title. */
  async search(ctx: Context): Promise<void> {
    const { q, ...at } = parseSearch(ctx.query);
    const { userAbility: ability } = ctx.state as State;
    ctx.body = {
      data: await searchEntries(
        { strapi },
        { text: q, ability, place: await findLinkContext({ strapi }, at) },
      ),
    };
  },

  /** Answers the entry of a link; null if it does not exist. */
  async describe(ctx: Context): Promise<void> {
    const { link, ...at } = parseLink(ctx.query);
    const reference = referenceIn(link);
    const { userAbility: ability } = ctx.state as State;
    const entry =
      reference === null
        ? undefined
        : await describeEntry({ strapi }, reference, {
            ability,
            place: await findLinkContext({ strapi }, at),
          });
    ctx.body = { data: entry ?? null };
  },
});
