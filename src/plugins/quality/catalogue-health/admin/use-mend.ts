import { useNavigate } from 'react-router-dom';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../feature/admin/error-notice';
import { questionFor, type Group, type MendingPage } from '../health';
import {
  DEAD_LINKS,
  fileAddress,
  placesAddress,
  SITE,
  undescribedAddress,
  WAITING,
} from './addresses';

/** Page size of the panel's lists, and the number of pages that a grid accepts as rows. */
const PAGE = 100;
const PAGES = 5;

type Page = { results: readonly { documentId: string }[]; pagination: { pageCount: number } };

/** Place where the entries of a group are fixed together. */
export type MendedIn = 'table' | 'file' | MendingPage;

/** Returns the place where a group is fixed; null if each entry is fixed in its form. */
export const mendedIn = ({ mend, isMendedInFile, mendedOn }: Group): MendedIn | null => {
  if (mendedOn !== null) return mendedOn;
  if (isMendedInFile) return 'file';
  return mend === null ? null : 'table';
};

/** Pages that find the entries of a group themselves. */
const pages: Readonly<Partial<Record<MendingPage, string>>> = {
  links: DEAD_LINKS,
  publish: WAITING,
  site: SITE,
};

/**
 * Returns a function that opens the entries of a group in a grid, in a file export, or on the page
 * that fixes them.
 */
export const useMend = (): ((group: Group) => Promise<void>) => {
  const { get } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();

  return async (group) => {
    const { uid, locale, mend, mendedOn } = group;
    const page = mendedOn === 'pictures' ? undescribedAddress(group) : pages[mendedOn ?? 'places'];
    if (page !== undefined) {
      navigate(page);
      return;
    }
    if (mend === null && mendedOn === null) {
      navigate(fileAddress(group));
      return;
    }
    const documents: string[] = [];
    try {
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
    } catch (error) {
      noticeError(error);
      return;
    }
    if (mend === null) {
      navigate(placesAddress(group, documents));
      return;
    }
    const fields = mend.fields.flatMap((field) =>
      mend.locales.length === 0 ? [field] : mend.locales.map((one) => `${field}:${one}`),
    );
    const query = new URLSearchParams({
      ...(locale !== null && { locale }),
      documents: documents.join(','),
      fields: fields.join(','),
    });
    navigate(`/plugins/bulk-edit/${uid}?${query.toString()}`);
  };
};
