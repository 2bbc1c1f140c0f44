import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { Planned, ShownIn } from '../edit';

/** Requests the places where entries of a type can be shown; undefined while loading. */
export const usePlaces = (model: string): readonly ShownIn[] | undefined => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [places, setPlaces] = useState<readonly ShownIn[]>();
  useEffect(() => {
    get<{ data: ShownIn[] }>(`/bulk-edit/${model}/places`).then(
      ({ data }) => setPlaces(data.data),
      noticeError,
    );
  }, [get, noticeError, model]);
  return places;
};

/** Requests the plan that adds some entries to the chosen one. */
export const usePlacement = (
  model: string,
  documents: readonly string[],
  { place, to }: { place: ShownIn | undefined; to: string },
): readonly Planned[] => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const asked =
    place === undefined || to === ''
      ? null
      : JSON.stringify({ documents, at: { uid: place.uid, attribute: place.attribute }, to });
  useEffect(() => {
    setPlanned([]);
    if (asked === null) return;
    post<{ data: Planned[] }>(`/bulk-edit/${model}/placement`, JSON.parse(asked)).then(
      ({ data }) => setPlanned(data.data),
      noticeError,
    );
  }, [post, noticeError, model, asked]);
  return planned;
};
