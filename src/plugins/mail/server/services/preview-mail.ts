import { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { inLanguage, type MailKind, findMailKind, type MailText } from '../kinds';
import { getTemplateTable } from '../templates/select-template';
import { type TemplateProblem, validateTemplate } from '../templates/validate-template';
import { buildSampleValues, getKindVariables } from '../templates/variables';
import { loadBrand } from './brand';
import { composeMail, type Mail } from './compose-mail';

const createKindSchema = ({ strapi }: WithStrapi) =>
  z.string().transform((name, context): MailKind => {
    const kind = findMailKind({ strapi }, name);
    if (kind !== null) return kind;
    context.addIssue({ code: 'custom', message: 'There is no e-mail of this kind' });
    return z.NEVER;
  });

/** Returns the schema of a template in the panel's form, saved or not. */
export const createDraftSchema = ({ strapi }: WithStrapi) =>
  z.strictObject({
    documentId: z.string().nullish(),
    locale: z.string().nullish(),
    kind: createKindSchema({ strapi }),
    /** Document id of the business line, if it was changed since the last save. */
    vertical: z.string().nullish(),
    /** Whether the saved business line was removed in the form. */
    isLineRemoved: z.boolean().optional(),
    subject: z.string().max(1000).nullish(),
    preheader: z.string().max(1000).nullish(),
    body: z.string().max(100_000).nullish(),
  });

/** Returns the schema of a request for a built-in text. */
export const startSchema = ({ strapi }: WithStrapi) =>
  z.strictObject({ kind: createKindSchema({ strapi }), locale: z.string().optional() });

type Draft = z.output<ReturnType<typeof createDraftSchema>>;

/** Returns the business line of a draft; null without one, or if the user may not read it. */
const findLineSlug = async (
  { strapi }: WithStrapi,
  draft: Draft,
  ability: unknown,
): Promise<string | null> => {
  const permitted = await buildPermittedWhere(
    { strapi },
    { ability, uid: BUSINESS_LINE, query: {} },
  );
  const findReadableSlug = async (where: object): Promise<string | null> => {
    const lines = getTable<{ slug: string }>({ strapi }, BUSINESS_LINE);
    const line = await lines.findOne({ where: { $and: [permitted, where] } });
    return line?.slug ?? null;
  };
  if (draft.vertical) return findReadableSlug({ documentId: draft.vertical });
  if (!draft.documentId || draft.isLineRemoved === true) return null;
  const saved = await getTemplateTable({ strapi }).findOne({
    where: {
      documentId: draft.documentId,
      publishedAt: null,
      ...(draft.locale ? { locale: draft.locale } : {}),
    },
    populate: { vertical: { select: ['slug'] } },
  });
  const slug = saved?.vertical?.slug;
  return slug === undefined ? null : findReadableSlug({ slug });
};

export type Preview = { problems: TemplateProblem[]; mail: null } | { problems: []; mail: Mail };

/** Returns the built-in text of a kind in the nearest available language. */
export const getBuiltInText = ({ texts }: MailKind, lang = 'es'): MailText =>
  inLanguage(texts, lang);

/** Returns the mail of a draft for a made-up reader, or the problems of the draft. */
export const previewMail = async (
  { strapi }: WithStrapi,
  draft: Draft,
  ability: unknown,
): Promise<Preview> => {
  const { kind, subject, preheader, body } = draft;
  const text = { subject: subject ?? '', preheader: preheader ?? null, body: body ?? '' };
  const problems = validateTemplate(getKindVariables(kind), text);
  if (problems.length > 0) return { problems, mail: null };
  const brand = await loadBrand({ strapi }, await findLineSlug({ strapi }, draft, ability));
  const mail = await composeMail({ strapi }, kind, {
    text: { ...text, lang: draft.locale ?? 'es' },
    values: buildSampleValues(kind, brand.name),
    brand,
  });
  return { problems: [], mail };
};
