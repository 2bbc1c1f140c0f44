import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** A file whose details are open, and where in them there is room for more. */
export type FileDetails = { id: number; place: Element };

/** The column of the drawer that has the file's fields below a heading (`@strapi/upload`, AssetDetailsDrawer). */
const findPlace = (): Element | null => {
  const headings = [...document.querySelectorAll('[role="dialog"] h3')];
  const columns = headings.map(({ parentElement }) => parentElement);
  const hasFields = (one: Element | null): boolean =>
    (one?.querySelectorAll('[name="alternativeText"]').length ?? 0) > 0;
  return columns.find(hasFields) ?? null;
};

/**
 * The file whose details the media library shows beside its list: its number stands in the address. The drawer has
 * no place for others either, so it is looked for in the page; where it is not found, nothing is added.
 */
export const useFileDetails = (): FileDetails | null => {
  const { search } = useLocation();
  const id = Number(new URLSearchParams(search).get('assetId') ?? 0);
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => {
    if (!Number.isInteger(id) || id <= 0) return undefined;
    const look = (): void => setPlace(findPlace());
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      setPlace(null);
    };
  }, [id]);
  return place === null ? null : { id, place };
};
