import { Readable } from 'node:stream';

/**
 * Text as a stream whose first piece is there already: what fails before anything has been sent, as when
 * the database is away, is answered like any other error instead of breaking the answer off.
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
