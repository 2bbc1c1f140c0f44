import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createHttpError, localizeError, type MessageLanguage } from '#platform/http/errors';
import { getCurrentLanguage } from '#platform/http/message-language';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findMailKind, listMailKinds, type MailText } from '../kinds';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { EMAIL_TEMPLATE, getTemplateTable } from './select-template';
import { type TemplateProblem, validateTemplate } from './validate-template';
import { type AllowedVariables, getKindVariables, mergeKindVariables } from './variables';

type Data = Partial<MailText> & { kind?: string | null };
type Params = { data?: Data; documentId?: string; locale?: string };

const saves: ReadonlySet<string> = new Set(['create', 'update', 'clone']);

const getTemplateVariables = (
  { strapi }: WithStrapi,
  kindName: string | null,
): AllowedVariables => {
  const kind = kindName === null ? null : findMailKind({ strapi }, kindName);
  return kind === null ? mergeKindVariables(listMailKinds({ strapi })) : getKindVariables(kind);
};

const joinMessages = (problems: readonly TemplateProblem[], language: MessageLanguage): string =>
  problems.map(({ message }) => message[language]).join(' ');

/**
 * Returns the error of a template; its details let Strapi's form show each problem at its field.
 */
const createInvalidTemplateError = (
  problems: readonly TemplateProblem[],
  language: MessageLanguage,
): Error => {
  const message = { en: joinMessages(problems, 'en'), es: joinMessages(problems, 'es') };
  const error = createHttpError(
    { code: 'INVALID_TEMPLATE', status: 400, message },
    {
      details: {
        errors: problems.map((problem) => ({
          path: [problem.part],
          message: problem.message[language],
          name: 'ValidationError',
        })),
      },
    },
  );
  localizeError(error, language);
  return error;
};

/** Returns the problems that the template would have after a save. */
const validateAfterSave = async (
  { strapi }: WithStrapi,
  params: Params,
): Promise<TemplateProblem[]> => {
  const { data = {}, documentId } = params;
  const locale = params.locale ?? (await loadDefaultLocale({ strapi }));
  const drafts =
    documentId === undefined
      ? []
      : await getTemplateTable({ strapi }).findMany({ where: { documentId, publishedAt: null } });
  const storedDraft = drafts.find((row) => row.locale === locale);
  const kind = data.kind ?? (storedDraft ?? drafts[0])?.kind ?? null;
  // All languages share the kind, so a new kind must also suit the texts of the other languages.
  const others = drafts.filter((row) => row.locale !== locale && row.kind !== kind);
  const variables = getTemplateVariables({ strapi }, kind);
  return [{ ...storedDraft, ...data }, ...others].flatMap((text) =>
    validateTemplate(variables, text),
  );
};

/** Rejects saves of e-mail templates that cannot be sent. */
export const validateMailTemplates = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    if (context.uid !== EMAIL_TEMPLATE || !saves.has(context.action)) return next();
    const problems = await validateAfterSave({ strapi }, context.params as Params);
    if (problems.length > 0)
      throw createInvalidTemplateError(problems, getCurrentLanguage({ strapi }));
    return next();
  };
};
