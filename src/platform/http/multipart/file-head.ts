import { open } from 'node:fs/promises';

/** Returns the first bytes of a file, which are enough to detect its type. */
export const readFileHead = async (path: string, bytes: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
