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

/** As many as the panel lists at a time, and as many pages as a grid takes rows. */
const PAGE = 100;
const PAGES = 5;

type Page = { results: readonly { documentId: string }[]; pagination: { pageCount: number } };

/** Where the entries of a group are mended together. */
export type MendedIn = 'table' | 'file' | MendingPage;

/** Null: each is mended in its form. */
export const mendedIn = ({ mend, isMendedInFile, mendedOn }: Group): MendedIn | null => {
  if (mendedOn !== null) return mendedOn;
  if (isMendedInFile) return 'file';
  return mend === null ? null : 'table';
};

/** Pages that know by themselves what is to be mended. */
const pages: Readonly<Partial<Record<MendingPage, string>>> = {
  links: DEAD_LINKS,
  publish: WAITING,
  site: SITE,
};

/** Opens the entries of a group in a grid, at the field that mends them, or the page on which they are mended. */
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
