import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';

/** The file whose details are open, and the element to which content can be added. */
export type FileDetails = { id: number; place: Element };

/**
 * Returns the column of the drawer with the file's fields below a heading (`@strapi/upload`,
 * AssetDetailsDrawer).
 */
const findPlace = (): Element | null => {
  const headings = [...document.querySelectorAll('[role="dialog"] h3')];
  const columns = headings.map(({ parentElement }) => parentElement);
  const hasFields = (element: Element | null): boolean =>
    (element?.querySelectorAll('[name="alternativeText"]').length ?? 0) > 0;
  return columns.find(hasFields) ?? null;
};

/**
 * Returns the file of the dialog that a media field opens (`@strapi/upload`, EditAssetContent). Its
 * id stands below a label, and its fields are in a column.
 */
const findInDialog = (label: string): FileDetails | null => {
  const column = document.querySelector('[role="dialog"] form:has([name="alternativeText"]) > *');
  const title = [...(column?.querySelectorAll('*') ?? [])].find(
    ({ childElementCount, textContent }) => childElementCount === 0 && textContent === label,
  );
  const id = Number(title?.nextElementSibling?.textContent ?? 0);
  return column !== null && Number.isInteger(id) && id > 0 ? { id, place: column } : null;
};

const isSame = (first: FileDetails | null, other: FileDetails | null): boolean =>
  first?.id === other?.id && first?.place === other?.place;

/**
 * Returns the file whose details are open, in the media library (its id is in the URL) or in the
 * dialog of a media field. Neither has a slot for extensions, so the element is found in the page.
 * Nothing is added if it is missing.
 */
export const useFileDetails = (): FileDetails | null => {
  const { search } = useLocation();
  const { formatMessage } = useIntl();
  const label = formatMessage({
    id: 'upload.modal.file-details.id',
    defaultMessage: 'Asset ID',
  });
  const id = Number(new URLSearchParams(search).get('assetId') ?? 0);
  const [details, setDetails] = useState<FileDetails | null>(null);
  useEffect(() => {
    const findDetails = (): void => {
      const place = Number.isInteger(id) && id > 0 ? findPlace() : null;
      const now = place === null ? findInDialog(label) : { id, place };
      setDetails((before) => (isSame(before, now) ? before : now));
    };
    const observer = new MutationObserver(findDetails);
    observer.observe(document.body, { childList: true, subtree: true });
    findDetails();
    return () => {
      observer.disconnect();
      setDetails(null);
    };
  }, [id, label]);
  return details;
};
