import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

let answer: Promise<string> | undefined;

/**
 * Returns the time zone of the business lines; undefined while loading, UTC if the request failed.
 */
export const useTimeZone = (): string | undefined => {
  const { get } = useFetchClient();
  const [timeZone, setTimeZone] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    answer ??= get<{ data: { timeZone: string } }>('/editor/time-zone').then(
      ({ data }) => data.data.timeZone,
    );
    answer.then(
      (zone) => {
        if (isWanted) setTimeZone(zone);
      },
      () => {
        answer = undefined;
        if (isWanted) setTimeZone('UTC');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [get]);
  return timeZone;
};
