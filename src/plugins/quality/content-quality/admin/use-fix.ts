import { useNavigate } from 'react-router-dom';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { panelLink } from '../../../../feature/admin/panel-links';
import { questionFor, type Group, type FixPage } from '../content-quality';
import { WAITING } from './addresses';

/** Page size of the panel's lists, and the number of pages that a grid accepts as rows. */
const PAGE = 100;
const PAGES = 5;

type Page = { results: readonly { documentId: string }[]; pagination: { pageCount: number } };

/** Place where the entries of a group are fixed together. */
export type FixPlace = 'table' | 'file' | FixPage;

/** Returns the place where a group is fixed; null if each entry is fixed in its form. */
const placeOf = ({ fix, isFixedInFile, fixPage }: Group): FixPlace | null => {
  if (fixPage !== null) return fixPage;
  if (isFixedInFile) return 'file';
  return fix === null ? null : 'table';
};

/** Returns the function that opens a place, or undefined where the service lacks its page. */
const linkTo = (
  place: FixPlace,
): ((group: Group, documents: readonly string[]) => string) | undefined => {
  if (place === 'publish') return () => WAITING;
  if (place === 'links') return panelLink('brokenLinks');
  if (place === 'site') return panelLink('sitePages');
  if (place === 'pictures') {
    const link = panelLink('undescribedPictures');
    return link && (({ locale }) => link(locale));
  }
  if (place === 'file') {
    const link = panelLink('exportList');
    return (
      link &&
      ((group) =>
        link(
          group.uid,
          new URLSearchParams({ question: questionFor(group) }).toString(),
          group.locale,
        ))
    );
  }
  if (place === 'places') {
    const link = panelLink('placement');
    return link && (({ uid, locale }, documents) => link({ uid, locale, documents }));
  }
  const link = panelLink('grid');
  return (
    link &&
    (({ uid, locale, fix }, documents) => {
      const fields = fix?.fields.flatMap((field) =>
        fix.locales.length === 0 ? [field] : fix.locales.map((one) => `${field}:${one}`),
      );
      return link({ uid, locale, documents, fields: fields ?? [] });
    })
  );
};

/** Returns the place that is offered for a group; null if there is none, or the service lacks its page. */
export const fixPlaceOf = (group: Group): FixPlace | null => {
  const place = placeOf(group);
  return place === null || linkTo(place) === undefined ? null : place;
};

/** Returns a function that opens the place where a group is fixed. */
export const useFix = (): ((group: Group) => Promise<void>) => {
  const { get } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();

  const findDocuments = async (group: Group): Promise<string[]> => {
    const { uid, locale } = group;
    const documents: string[] = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, PAGES); page += 1) {
      const { data } = await get<Page>(`/content-manager/collection-types/${uid}`, {
        params: {
          page,
          pageSize: PAGE,
          question: questionFor(group),
          ...(locale !== null && { locale }),
        },
      });
      documents.push(...data.results.map(({ documentId }) => documentId));
      pages = data.pagination.pageCount;
    }
    return documents;
  };

  return async (group) => {
    const place = placeOf(group);
    const link = place === null ? undefined : linkTo(place);
    if (link === undefined) return;
    const documents: string[] = [];
    if (place === 'table' || place === 'places') {
      try {
        documents.push(...(await findDocuments(group)));
      } catch (error) {
        noticeError(error);
        return;
      }
    }
    navigate(link(group, documents));
  };
};
