import type { WithStrapi } from '../../../../platform/with-strapi';
import { createFieldFinder } from '../../../../feature/custom-fields';
import { contentTypesOf, findModel } from '../../../../platform/strapi/models';
import { tableOf } from '../../../../platform/strapi/queries';
import { LINK_FIELD } from '../../../../catalogue/links/link-fields';
import type { LinkContext } from '../../../../feature/link-reference';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

/** Form that holds a link; unknown values are blank. */
export type Form = Readonly<Record<'locale' | 'model' | 'documentId' | 'line', string>>;

type Page = { vertical?: { documentId: string } | null };

/** Returns the stored line of a page. */
const lineOf = async (
  { strapi }: WithStrapi,
  { model, documentId, locale }: Form,
): Promise<string | null> => {
  const type = contentTypesOf({ strapi }).find(({ uid }) => uid === model);
  const { concerns } = createFieldFinder({ strapi }, [LINK_FIELD]);
  const isPage = findModel({ strapi }, model)?.attributes.vertical?.target === BUSINESS_LINE;
  if (type === undefined || documentId === '' || !isPage || !concerns(type.uid)) return null;
  const page = await tableOf<Page>({ strapi }, type.uid).findOne({
    where: { documentId, ...(locale !== '' && { locale }) },
    populate: { vertical: { select: ['documentId'] } },
  });
  return page?.vertical?.documentId ?? null;
};

/** Returns the place of a form's links: its locale and business line. */
export const findLinkContext = async (
  { strapi }: WithStrapi,
  form: Form,
): Promise<LinkContext> => ({
  locale: form.locale === '' ? null : form.locale,
  line: form.line === '' ? await lineOf({ strapi }, form) : form.line,
});
