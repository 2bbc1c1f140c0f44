import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { ListEntry } from '../../../../platform/strapi/admin/content-manager';
import type { Row, Rows } from '../lists';

type Get = ReturnType<typeof useFetchClient>['get'];

export type ListedRow = { row: Row | undefined; locales: readonly string[] };

/** What the cells of a list ask for while it is drawn, by list and language. */
const waiting = new Map<
  string,
  { documents: Set<string>; relations: Set<string>; answer: Promise<Rows> }
>();

type Asked = { model: string; locale: string | null; documentId: string; relation?: string };

/** The cells of all rows ask together. */
const ask = (get: Get, { model, locale, documentId, relation }: Asked): Promise<Rows> => {
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
 * What a row of a list shows besides its attributes; undefined until it is known, or where it cannot be asked for.
 *
 * @param relation of which the cell shows what the row names in it
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
      // The list says by itself where the service is away.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, model, entry, relation]);
  return found;
};
