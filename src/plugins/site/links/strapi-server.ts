import type { WithStrapi } from '#platform/strapi/with-strapi';
import { defineAdminRoute, defineAdminRoutes, signedIn } from '#platform/http/admin-route';
import { getUserAbility } from '#platform/http/request-person';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { LONGEST } from './address';
import { parseLinkReference, type LinkContext } from '#feature/link-reference';
import { describeEntry, searchEntries } from './server/search';
import { createFieldFinder } from '#feature/custom-fields';
import { listContentTypes, findModel } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import { LINK_FIELD } from '#catalogue/links/link-fields';
import { BUSINESS_LINE } from '#catalogue/business-line';

/** Form that holds a link; unknown values are blank. */
type Form = Readonly<Record<'locale' | 'model' | 'documentId' | 'line', string>>;

type Page = { vertical?: { documentId: string } | null };

const findPageLine = async (
  { strapi }: WithStrapi,
  { model, documentId, locale }: Form,
): Promise<string | null> => {
  const type = listContentTypes({ strapi }).find(({ uid }) => uid === model);
  const { concerns } = createFieldFinder({ strapi }, [LINK_FIELD]);
  const isPage = findModel({ strapi }, model)?.attributes.vertical?.target === BUSINESS_LINE;
  if (type === undefined || documentId === '' || !isPage || !concerns(type.uid)) return null;
  const page = await getTable<Page>({ strapi }, type.uid).findOne({
    where: { documentId, ...(locale !== '' && { locale }) },
    populate: { vertical: { select: ['documentId'] } },
  });
  return page?.vertical?.documentId ?? null;
};

/** Returns the place of a form's links: its locale and business line. */
const findLinkContext = async ({ strapi }: WithStrapi, form: Form): Promise<LinkContext> => ({
  locale: form.locale === '' ? null : form.locale,
  line: form.line === '' ? await findPageLine({ strapi }, form) : form.line,
});

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

/** Serves the link fields of the panel. */
const createLinksController = ({ strapi }: WithStrapi) => ({
  /** Answers entries by title. */
  async search(ctx: Context): Promise<void> {
    const { q, ...linkContext } = parseSearch(ctx.query);
    const ability = getUserAbility(ctx);
    ctx.body = {
      data: await searchEntries(
        { strapi },
        { text: q, ability, place: await findLinkContext({ strapi }, linkContext) },
      ),
    };
  },

  /** Answers the entry of a link; null if it does not exist. */
  async describe(ctx: Context): Promise<void> {
    const { link, ...linkContext } = parseLink(ctx.query);
    const reference = parseLinkReference(link);
    const ability = getUserAbility(ctx);
    const entry =
      reference === null
        ? undefined
        : await describeEntry({ strapi }, reference, {
            ability,
            place: await findLinkContext({ strapi }, linkContext),
          });
    ctx.body = { data: entry ?? null };
  },
});

/** Users see only entries that they may read. */
const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/entries', 'links.search', signedIn),
  defineAdminRoute('GET', '/entry', 'links.describe', signedIn),
);

export default {
  register({ strapi }: WithStrapi): void {
    strapi.customFields.register([
      { name: 'link', plugin: 'links', type: 'string' },
      { name: 'address', plugin: 'links', type: 'string' },
      { name: 'pattern', plugin: 'links', type: 'string' },
      { name: 'site', plugin: 'links', type: 'string' },
    ]);
  },
  controllers: { links: createLinksController },
  routes: { admin: adminRoutes },
};
