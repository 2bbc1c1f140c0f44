import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { ListEntry } from '../../../../platform/strapi/admin/content-manager';
import type { Row, Rows } from '../lists';

type Get = ReturnType<typeof useFetchClient>['get'];

export type ListedRow = { row: Row | undefined; locales: readonly string[] };

/** Pending batches of cell requests, by list and locale. */
const waiting = new Map<
  string,
  { documents: Set<string>; relations: Set<string>; answer: Promise<Rows> }
>();

type RowRequest = { model: string; locale: string | null; documentId: string; relation?: string };

/** Adds a cell's request to the batch of its list. */
const ask = (get: Get, { model, locale, documentId, relation }: RowRequest): Promise<Rows> => {
  const key = `${model} ${locale ?? ''}`;
  const known = waiting.get(key);
  if (known !== undefined) {
    known.documents.add(documentId);
    if (relation !== undefined) known.relations.add(relation);
    return known.answer;
  }
  const documents = new Set([documentId]);
  const relations = new Set(relation === undefined ? [] : [relation]);
  const answer = new Promise<void>((resolve) => {
    setTimeout(resolve);
  }).then(async () => {
    waiting.delete(key);
    const { data } = await get<{ data: Rows }>(`/lists/${model}/rows`, {
      params: {
        documents: [...documents].join(','),
        ...(relations.size > 0 && { relations: [...relations].join(',') }),
        ...(locale !== null && { locale }),
      },
    });
    return data.data;
  });
  waiting.set(key, { documents, relations, answer });
  return answer;
};

/**
 * Loads the additional columns of a row; undefined while loading or after an error.
 *
 * @param relation relation that the cell shows
 */
export const useRow = (
  model: string,
  entry: ListEntry,
  relation?: string,
): ListedRow | undefined => {
  const { get } = useFetchClient();
  const [found, setFound] = useState<ListedRow>();
  useEffect(() => {
    let isGone = false;
    const { documentId, locale } = entry;
    if (typeof documentId !== 'string') return undefined;
    ask(get, {
      model,
      locale: typeof locale === 'string' ? locale : null,
      documentId,
      relation,
    }).then(
      ({ locales, rows }) => {
        if (isGone) return;
        setFound({ locales, row: rows.find((row) => row.documentId === documentId) });
      },
      // The list itself reports an unavailable service.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, model, entry, relation]);
  return found;
};
