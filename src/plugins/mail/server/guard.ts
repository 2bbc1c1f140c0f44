import type { Core } from '@strapi/types';
import { failure, localizeFailure, type MessageLanguage } from '../../../http/errors';
import { languageNow } from '../../../http/message-language';
import { defaultLocale } from '../../../strapi/default-locale';
import { EMAIL_TEMPLATE } from './choose';
import { mailKinds, type MailKind, type MailText } from './kinds';
import { type Problem, problemsOf } from './problems';

type Strapi = { strapi: Core.Strapi };

type Data = Partial<MailText> & { kind?: string | null };
type Row = MailText & { kind: string | null; locale: string };
type Params = { data?: Data; documentId?: string; locale?: string };

const saves: ReadonlySet<string> = new Set(['create', 'update', 'clone']);

const kindOf = (name: string | null | undefined): MailKind | null =>
  mailKinds.find((known) => known === name) ?? null;

const inLanguage = (problems: readonly Problem[], language: MessageLanguage): string =>
  problems.map(({ message }) => message[language]).join(' ');

/** Strapi's form shows each problem at its field. */
const refusal = (problems: readonly Problem[], language: MessageLanguage): Error => {
  const message = { en: inLanguage(problems, 'en'), es: inLanguage(problems, 'es') };
  const error = failure(
    { code: 'INVALID_TEMPLATE', status: 400, message },
    {
      details: {
        errors: problems.map((one) => ({
          path: [one.part],
          message: one.message[language],
          name: 'ValidationError',
        })),
      },
    },
  );
  localizeFailure(error, language);
  return error;
};

/** What a save would leave behind that could not be sent. */
const problemsAfter = async ({ strapi }: Strapi, params: Params): Promise<Problem[]> => {
  const { data = {}, documentId } = params;
  const locale = params.locale ?? (await defaultLocale({ strapi }));
  const drafts =
    documentId === undefined
      ? []
      : ((await strapi.db
          .query(EMAIL_TEMPLATE)
          .findMany({ where: { documentId, publishedAt: null } })) as Row[]);
  const stored = drafts.find((row) => row.locale === locale);
  const kind = kindOf(data.kind ?? (stored ?? drafts[0])?.kind);
  // All languages share the kind: what another one says must suit a new kind too.
  const others = drafts.filter((row) => row.locale !== locale && row.kind !== kind);
  return [{ ...stored, ...data }, ...others].flatMap((text) => problemsOf(kind, text));
};

/** Refuses to save a template that could not be sent as its author means it; call it in `register`. */
export const guardTemplates = ({ strapi }: Strapi): void => {
  strapi.documents.use(async (context, next) => {
    if (context.uid !== EMAIL_TEMPLATE || !saves.has(context.action)) return next();
    const problems = await problemsAfter({ strapi }, context.params as Params);
    if (problems.length > 0) throw refusal(problems, languageNow({ strapi }));
    return next();
  });
};
