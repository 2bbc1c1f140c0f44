import { useCallback } from 'react';
import { adminApi } from '@strapi/strapi/admin';

/** Changes the data of a document; must not change its argument. */
type Change = (document: unknown) => unknown;

type Query = { endpointName?: string; originalArgs?: unknown };

type State = { adminApi: { queries: Readonly<Record<string, Query | undefined>> } };

type Answer = { data: unknown };

/** The content manager's request for the document of a form (`@strapi/content-manager`). */
const GET_DOCUMENT = 'getDocument';

/** RTK Query knows the types of its own endpoints only, and the content manager adds this one later. */
const updateAnswer = adminApi.util.updateQueryData as unknown as (
  endpoint: typeof GET_DOCUMENT,
  args: unknown,
  update: (answer: Answer) => Answer,
) => { type: string };

const { useReplaceLoadedDocumentsMutation } = adminApi.injectEndpoints({
  endpoints: (builder) => ({
    // A request without a call: RTK Query gives access to the loaded answers only from within one.
    replaceLoadedDocuments: builder.mutation<null, Change>({
      queryFn: () => ({ data: null }),
      onQueryStarted: (change, { dispatch, getState }) => {
        const { queries } = (getState() as unknown as State).adminApi;
        const loaded = Object.values(queries).filter(
          (query) => query?.endpointName === GET_DOCUMENT,
        );
        for (const query of loaded) {
          dispatch(
            updateAnswer(GET_DOCUMENT, query?.originalArgs, (answer) => ({
              ...answer,
              data: change(answer.data),
            })),
          );
        }
      },
    }),
  }),
});

/** Returns a function that changes the documents that forms have loaded, without a request. */
export const useReplaceLoadedDocuments = (): ((change: Change) => void) => {
  const [replace] = useReplaceLoadedDocumentsMutation();
  return useCallback((change) => void replace(change), [replace]);
};
