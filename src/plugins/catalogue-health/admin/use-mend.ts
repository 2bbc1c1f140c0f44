import { useNavigate } from 'react-router-dom';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../feature/admin/error-notice';
import { DEAD_ADDRESS, questionFor, UNDESCRIBED, type Group } from '../health';
import { DEAD_LINKS, fileAddress, undescribedAddress } from './addresses';

/** As many as the panel lists at a time, and as many pages as a grid takes rows. */
const PAGE = 100;
const PAGES = 5;

type Page = { results: readonly { documentId: string }[]; pagination: { pageCount: number } };

/** Where the entries of a group are mended together. */
export type MendedIn = 'table' | 'file' | 'pictures';

/** Null: each is mended in its form. */
export const mendedIn = ({ code, mend, isMendedInFile }: Group): MendedIn | null => {
  if (code === UNDESCRIBED) return 'pictures';
  if (isMendedInFile) return 'file';
  return code === DEAD_ADDRESS || mend !== null ? 'table' : null;
};

/** Opens the entries of a group in a grid, at the field that mends them, or the page on which they are mended. */
export const useMend = (): ((group: Group) => Promise<void>) => {
  const { get } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();

  return async (group) => {
    const { uid, code, locale, mend } = group;
    if (code === DEAD_ADDRESS) {
      navigate(DEAD_LINKS);
      return;
    }
    if (code === UNDESCRIBED) {
      navigate(undescribedAddress(group));
      return;
    }
    if (mend === null) {
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
