/**
 * Milliseconds of silence after which a connection counts as lost. The service sends a comment every
 * five seconds.
 */
const LONGEST_SILENCE_MS = 20_000;

/** Reads Server-Sent Events until their end, or until the connection is lost. */
export const readEvents = async (
  body: ReadableStream<Uint8Array>,
  onEvent: () => void,
): Promise<void> => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const readText = async (): Promise<string | undefined> => {
    const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LONGEST_SILENCE_MS);
    try {
      const { value, done } = await reader.read();
      return done ? undefined : decoder.decode(value, { stream: true });
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  let rest = '';
  try {
    for (let text = await readText(); text !== undefined; text = await readText()) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      if (blocks.some((block) => /^data:/m.test(block))) onEvent();
    }
  } finally {
    // Closes the connection if `onEvent` has thrown.
    reader.cancel().catch(() => undefined);
  }
};
