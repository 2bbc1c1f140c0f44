import { useState } from 'react';
import { useAPIErrorHandler, useFetchClient } from '@strapi/strapi/admin';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { UnpublishedDependency } from '../content-quality';

type FetchError = Parameters<ReturnType<typeof useAPIErrorHandler>['formatAPIError']>[0];

/** Result of publishing or unpublishing an entry. */
export type Outcome = { kind: 'published' | 'undone' } | { kind: 'failed'; reason: string };

export const keyOf = ({ uid, documentId, locale }: UnpublishedDependency): string =>
  `${uid} ${documentId} ${locale ?? ''}`;

/**
 * Requests the entries that pages wait for. They are published one by one, so that a refusal does
 * not affect the others.
 */
export const useUnpublishedDependencies = () => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const { data: found } = useLoaded<readonly UnpublishedDependency[]>('/content-quality/waiting');
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isBusy, setIsBusy] = useState(false);

  /** Runs the bulk action of lists on one entry, with the same permissions, rules and errors. */
  const write = async (
    entry: UnpublishedDependency,
    action: 'bulkPublish' | 'bulkUnpublish',
    kind: 'published' | 'undone',
  ): Promise<void> => {
    const { uid, documentId, locale } = entry;
    const tell = (outcome: Outcome): void =>
      setOutcomes((before) => new Map(before).set(keyOf(entry), outcome));
    try {
      const body = {
        documentIds: [documentId],
        ...(locale !== null && { locale: [locale] }),
      };
      // No confirmation is needed: visitors did not see the entry a moment ago.
      const params = action === 'bulkUnpublish' ? { force: 'true' } : {};
      await post(`/content-manager/collection-types/${uid}/actions/${action}`, body, { params });
      tell({ kind });
    } catch (error) {
      tell({ kind: 'failed', reason: formatAPIError(error as FetchError) });
    }
  };

  const writeAll = async (
    entries: readonly UnpublishedDependency[],
    action: 'bulkPublish' | 'bulkUnpublish',
    kind: 'published' | 'undone',
  ): Promise<void> => {
    setIsBusy(true);
    for (const entry of entries) await write(entry, action, kind);
    setIsBusy(false);
  };

  const thoseWith = (kind: Outcome['kind']): readonly UnpublishedDependency[] =>
    (found ?? []).filter((entry) => outcomes.get(keyOf(entry))?.kind === kind);

  return {
    found,
    outcomes,
    isBusy,
    published: thoseWith('published'),
    publish: (entries: readonly UnpublishedDependency[]): Promise<void> =>
      writeAll(entries, 'bulkPublish', 'published'),
    /** Unpublishes the entries that were published here. */
    undo: (): Promise<void> => writeAll(thoseWith('published'), 'bulkUnpublish', 'undone'),
  };
};
