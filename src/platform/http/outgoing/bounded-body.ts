import type { IncomingMessage } from 'node:http';

/** Maximum size of an answer. The largest expected ones are pages of a hundred prices. */
export const MAX_ANSWER_BYTES = 16 * 2 ** 20;

/** A body that is longer than the limit. The connection is closed, and nothing of it is used. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
  readonly code = 'EANSWERTOOLARGE';

  constructor(maxBytes: number) {
    super(`the answer is larger than ${(maxBytes / 2 ** 20).toFixed(0)} MB`);
  }
}

/** A body that did not end in time. Its code is that of other timeouts of connections. */
export class AnswerTooSlow extends Error {
  override name = 'AnswerTooSlow';
  override message = 'the answer did not end in time';
  readonly code = 'ETIMEDOUT';
}

/**
 * Closes the connection of an answer whose body is too large or does not end in time. Timeouts of
 * connections alone notice only silence. Call it immediately before the body is read.
 */
export const limitBody = (
  body: IncomingMessage,
  { timeoutMs, maxBytes = MAX_ANSWER_BYTES }: { timeoutMs: number; maxBytes?: number },
): void => {
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(new AnswerTooSlow()), timeoutMs);
  body.on('data', (chunk: Buffer | string) => {
    bytes += Buffer.byteLength(chunk);
    if (bytes > maxBytes) body.destroy(new AnswerTooLarge(maxBytes));
  });
  body.once('close', () => {
    clearTimeout(timer);
  });
};

/** Returns a response whose body fails with {@link AnswerTooLarge} when it exceeds the limit. */
export const limitResponse = (answer: Response, maxBytes = MAX_ANSWER_BYTES): Response => {
  if (answer.body === null) return answer;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes);
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
};
