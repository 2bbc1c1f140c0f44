import { Readable } from 'node:stream';

/**
 * Returns a stream of text whose first chunk is already loaded. An error before any byte is sent,
 * such as an unavailable database, is then answered normally and does not break off the response.
 */
export const startedStream = async (
  chunks: AsyncGenerator<string>,
  options: { objectMode?: boolean } = {},
): Promise<Readable> => {
  const first = await chunks.next();
  const all = async function* (): AsyncGenerator<string> {
    if (first.done === true) return;
    yield first.value;
    yield* chunks;
  };
  return Readable.from(all(), options);
};
