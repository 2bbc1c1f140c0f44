import type { WithStrapi } from '#platform/strapi/with-strapi';
import { resolveSelectedLocales } from '#feature/document-locales';
import { type ApiError, defineErrors, type MessageLanguage } from '#platform/http/errors';
import { getCurrentLanguage } from '#platform/http/message-language';
import { createLocalizedError, toSubject } from '#platform/http/localized-error';
import { isPublishing } from '#platform/strapi/document-actions';
import { isSite, findAddressProblem, addressMessages, siteMessage } from '../address';
import { ADDRESS_FIELD, LINK_FIELD, PATTERN_FIELD } from '#catalogue/links/link-fields';
import { isLinkable, linkables } from '#catalogue/links/linkables';
import { findPatternProblem, patternMessages } from '../pattern';
import { isReference, linkTo, parseLinkReference, type Reference } from '#feature/link-reference';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { findLinked } from './entries';
import { createLinkFinder, type FoundLink } from './stored-links';

/** Errors of links that cannot be stored or published, for editors and API clients. */
const linkErrors = defineErrors({
  LINK_ADDRESS_WRONG: {
    status: 400,
    message: {
      en: 'This is not an address to which a link can lead.',
      es: 'Esto no es una dirección a la que pueda llevar un enlace.',
    },
  },
  LINK_TYPE_UNKNOWN: {
    status: 400,
    message: {
      en: 'A link cannot lead to entries of this type.',
      es: 'Un enlace no puede llevar a entradas de este tipo.',
    },
  },
  LINK_ENTRY_UNKNOWN: {
    status: 400,
    message: {
      en: 'The entry to which this link leads does not exist.',
      es: 'La entrada a la que lleva este enlace no existe.',
    },
  },
  LINK_ENTRIES_UNPUBLISHED: {
    status: 400,
    message: {
      en: 'This page links to entries that are not published. Publish them first, or choose other links.',
      es: 'Esta página enlaza a entradas que no están publicadas. Publícalas antes o elige otros enlaces.',
    },
  },
  ADDRESS_PATTERN_WRONG: {
    status: 400,
    message: {
      en: 'This is not a pattern of addresses.',
      es: 'Esto no es un patrón de direcciones.',
    },
  },
  SITE_ADDRESS_WRONG: {
    status: 400,
    message: {
      en: 'This is not the address of a web site.',
      es: 'Esto no es la dirección de un sitio web.',
    },
  },
});

/** Texts that follow the entry's name in the error of a link. */
const leadsNowhere: Readonly<Record<'gone' | 'unpublished', Record<MessageLanguage, string>>> = {
  gone: { en: 'does not exist any more.', es: 'ya no existe.' },
  unpublished: {
    en: 'is not published in this language.',
    es: 'no está publicada en este idioma.',
  },
};

type Params = {
  data?: unknown;
  documentId?: string;
  locale?: string | readonly string[] | null;
  status?: string;
};

/** Error of a value, with the kind of problem if there are several. */
type Wrong = { error: ApiError; problem?: string };

const findPatternError = ({ path, value }: FoundLink): Wrong | null => {
  const hasType = linkables.some(
    (linkable) => linkable.patternAttribute === path.at(-1) && linkable.hasType,
  );
  const problem = typeof value === 'string' ? findPatternProblem(value, hasType) : 'path';
  if (problem === null) return null;
  return {
    error: { ...linkErrors.ADDRESS_PATTERN_WRONG, message: patternMessages[problem] },
    problem,
  };
};

/** Checks a value without a query. */
const findValueError = (fieldValue: FoundLink): Wrong | null => {
  const { field, value } = fieldValue;
  if (value === null || (value === '' && field !== LINK_FIELD)) return null;
  if (field === PATTERN_FIELD) return findPatternError(fieldValue);
  if (field !== LINK_FIELD && field !== ADDRESS_FIELD) {
    const { SITE_ADDRESS_WRONG: error } = linkErrors;
    return typeof value === 'string' && isSite(value)
      ? null
      : { error: { ...error, message: siteMessage } };
  }
  if (field === LINK_FIELD && typeof value === 'string' && isReference(value)) {
    const reference = parseLinkReference(value);
    return reference !== null && isLinkable(reference.uid)
      ? null
      : { error: linkErrors.LINK_TYPE_UNKNOWN };
  }
  const problem = typeof value === 'string' ? findAddressProblem(value) : 'form';
  if (problem === null) return null;
  return {
    error: { ...linkErrors.LINK_ADDRESS_WRONG, message: addressMessages[problem] },
    problem,
  };
};

const listLinkReferences = (fieldValues: readonly FoundLink[]): Reference[] =>
  fieldValues.flatMap(({ field, value }) =>
    field === LINK_FIELD ? (parseLinkReference(value) ?? []) : [],
  );

/**
 * Refuses links to entries that do not exist, and address patterns that build no address. Links
 * that are stored already may stay, so that an entry can be saved for another reason. An entry is
 * published only if all its links lead to published ones.
 */
export const validateLinks = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let cachedFinder: ReturnType<typeof createLinkFinder> | undefined;
  const getLinkFinder = () => (cachedFinder ??= createLinkFinder({ strapi }));

  const findWrongLinks = async (
    fieldValues: readonly FoundLink[],
  ): Promise<readonly (FoundLink & Wrong)[]> => {
    const linked = await findLinked({ strapi }, listLinkReferences(fieldValues), {
      locale: null,
      line: null,
    });
    return fieldValues.flatMap((fieldValue) => {
      const wrong = findValueError(fieldValue);
      if (wrong !== null) return [{ ...fieldValue, ...wrong }];
      const reference =
        fieldValue.field === LINK_FIELD ? parseLinkReference(fieldValue.value) : null;
      return reference === null || linked.has(linkTo(reference))
        ? []
        : [{ ...fieldValue, error: linkErrors.LINK_ENTRY_UNKNOWN }];
    });
  };

  const checkData = async (uid: string, { data, documentId }: Params): Promise<void> => {
    const fieldValues = getLinkFinder().find(uid, data);
    if (fieldValues.length === 0) return;
    const wrong = await findWrongLinks(fieldValues);
    if (wrong.length === 0) return;
    const before =
      documentId === undefined ? [] : await getLinkFinder().stored(uid, [documentId], null);
    const held = new Set(before.flatMap((version) => version.links.map(({ value }) => value)));
    const [first] = wrong.filter(({ value }) => !held.has(value));
    if (first === undefined) return;
    const { error, problem, value, path } = first;
    throw createLocalizedError({ strapi }, error, {
      subject: toSubject(value, 80),
      path,
      ...(problem !== undefined && { details: { problem } }),
    });
  };

  /**
   * Requires that all linked entries are published.
   *
   * @throws ValidationError `LINK_ENTRIES_UNPUBLISHED` with every unpublished entry and the path of
   * its link
   */
  const requirePublished = async (
    fieldValues: readonly FoundLink[],
    locale: string | null,
  ): Promise<void> => {
    const references = listLinkReferences(fieldValues);
    if (references.length === 0) return;
    const linked = await findLinked({ strapi }, references, { locale, line: null });
    const missingLinks = fieldValues.flatMap(({ path, value }) => {
      const reference = parseLinkReference(value);
      if (reference === null) return [];
      const entry = linked.get(linkTo(reference));
      if (entry?.isPublished === true) return [];
      const name = entry === undefined ? reference.documentId : (entry.title ?? entry.type);
      return [
        { path, name, why: entry === undefined ? ('gone' as const) : ('unpublished' as const) },
      ];
    });
    if (missingLinks.length === 0) return;
    const language = getCurrentLanguage({ strapi });
    throw createLocalizedError({ strapi }, linkErrors.LINK_ENTRIES_UNPUBLISHED, {
      subject: [...new Set(missingLinks.map(({ name }) => `“${name}”`))].join(', '),
      details: {
        errors: missingLinks.map(({ path, name, why }) => ({
          path,
          message: `“${name}” ${leadsNowhere[why][language]}`,
          name: 'ValidationError',
        })),
      },
    });
  };

  const requirePublishedInDraft = async (
    uid: string,
    { documentId, locale }: Params,
  ): Promise<void> => {
    if (documentId === undefined) return;
    const locales = await resolveSelectedLocales({ strapi }, uid, locale);
    for (const version of await getLinkFinder().stored(uid, [documentId], locales)) {
      await requirePublished(version.links, version.locale);
    }
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    const writes = action === 'create' || action === 'update' || action === 'clone';
    if ((!writes && action !== 'publish') || !getLinkFinder().concerns(uid)) return next();
    if (writes) await checkData(uid, params);
    if (action === 'publish') {
      await requirePublishedInDraft(uid, params);
    } else if (action === 'update' && isPublishing(action, params)) {
      // The whole draft is published, also links that were not sent.
      const result = await next();
      await requirePublishedInDraft(uid, params);
      return result;
    } else if (isPublishing(action, params)) {
      const [locale = null] = (await resolveSelectedLocales({ strapi }, uid, params.locale)) ?? [];
      await requirePublished(getLinkFinder().find(uid, params.data), locale);
    }
    return next();
  };
};
