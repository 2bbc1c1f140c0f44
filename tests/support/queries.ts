import type { App } from './app';

/**
 * Returns the number of queries of the requests of `work`. Queries of jobs, including jobs of earlier requests, are not
 * counted.
 */
export const countRequestQueries = async (
  { strapi }: Pick<App, 'strapi'>,
  work: () => Promise<unknown>,
): Promise<number> => {
  let queries = 0;
  const count = (): void => {
    const request = strapi.requestContext.get();
    if (request !== undefined && !request.res.writableEnded) queries += 1;
  };
  const { connection } = strapi.db;
  connection.on('query', count);
  try {
    await work();
  } finally {
    connection.off('query', count);
  }
  // Two zeros would be equal without proving anything.
  if (queries === 0) throw new Error('The requests have sent no query');
  return queries;
};
