import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import { EMAIL_TEMPLATE } from './choose';
import { brandOf, composeMail, type Mail } from './compose';
import { withConfirmation } from './confirmation';
import { mailKinds, sampleValues } from './kinds';
import { problemsOf, type Problem } from './problems';

type Strapi = { strapi: Core.Strapi };

/** A template as it stands in the admin panel's form, saved or not. */
export const draftSchema = z.strictObject({
  documentId: z.string().nullish(),
  locale: z.string().nullish(),
  kind: z.enum(mailKinds),
  /** Document id of the business line that was chosen since the template was saved. */
  vertical: z.string().nullish(),
  subject: z.string().max(1000).nullish(),
  preheader: z.string().max(1000).nullish(),
  body: z.string().max(100_000).nullish(),
});

/** Which text somebody wants to begin with. */
export const startSchema = z.strictObject({
  kind: z.enum(mailKinds),
  locale: z.string().optional(),
});

export type Draft = z.output<typeof draftSchema>;

type WithVertical = { vertical: { slug: string } | null } | null;

const slugOf = async ({ strapi }: Strapi, draft: Draft): Promise<string | null> => {
  if (draft.vertical) {
    const vertical = (await strapi.db
      .query('api::vertical.vertical')
      .findOne({ where: { documentId: draft.vertical } })) as { slug: string } | null;
    return vertical?.slug ?? null;
  }
  if (!draft.documentId) return null;
  const saved = (await strapi.db.query(EMAIL_TEMPLATE).findOne({
    where: {
      documentId: draft.documentId,
      publishedAt: null,
      ...(draft.locale ? { locale: draft.locale } : {}),
    },
    populate: { vertical: { select: ['slug'] } },
  })) as WithVertical;
  return saved?.vertical?.slug ?? null;
};

export type Preview = { problems: Problem[]; mail: null } | { problems: []; mail: Mail };

/** The letter that a draft would make for somebody made up; or what is wrong with it. */
export const previewMail = async ({ strapi }: Strapi, draft: Draft): Promise<Preview> => {
  const { kind, subject, preheader, body } = draft;
  const text = { subject: subject ?? '', preheader: preheader ?? null, body: body ?? '' };
  const problems = problemsOf(kind, text);
  if (problems.length > 0) return { problems, mail: null };
  const brand = await brandOf({ strapi }, await slugOf({ strapi }, draft));
  const chosen = withConfirmation(kind, { ...text, lang: draft.locale ?? 'es' });
  return {
    problems: [],
    mail: await composeMail({ strapi }, chosen, sampleValues(brand.name), brand),
  };
};
