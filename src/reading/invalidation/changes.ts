/** A point in the order in which changes became known to this process. */
export type Moment = number;

/** Remembering more single documents than this costs more than making everything again. */
const REMEMBERED = 10_000;

/**
 * What has changed since when: the one thing by which every copy in memory is judged. A copy holds as
 * long as nothing it was made from has changed since the moment its making began; whether a change came
 * to be known during the making or after it makes no difference.
 */
export const createChanges = () => {
  let now: Moment = 0;
  let everything: Moment = 0;
  const anyOfType = new Map<string, Moment>();
  const allOfType = new Map<string, Moment>();
  const documents = new Map<string, Moment>();

  const keyOf = (uid: string, documentId: string): string => `${uid} ${documentId}`;
  const at = (moments: ReadonlyMap<string, Moment>, key: string): Moment => moments.get(key) ?? 0;

  return {
    now: (): Moment => now,

    /** Some documents of a type, or possibly all of them, have changed. */
    touch(uid: string, documentIds: readonly string[] | 'all'): void {
      now += 1;
      anyOfType.set(uid, now);
      if (documentIds === 'all') {
        allOfType.set(uid, now);
      } else if (documents.size + documentIds.length > REMEMBERED) {
        documents.clear();
        everything = now;
      } else {
        for (const documentId of documentIds) documents.set(keyOf(uid, documentId), now);
      }
    },

    /** Anything may have changed. */
    touchAll(): void {
      now += 1;
      everything = now;
    },

    /** Whether no document of any of these types has changed since. */
    areUnchanged: (uids: Iterable<string>, since: Moment): boolean => {
      if (since === now) return true;
      if (everything > since) return false;
      for (const uid of uids) if (at(anyOfType, uid) > since) return false;
      return true;
    },

    /** Whether this document has not changed since. */
    isUnchanged: (uid: string, documentId: string, since: Moment): boolean =>
      since === now ||
      (everything <= since &&
        at(allOfType, uid) <= since &&
        at(documents, keyOf(uid, documentId)) <= since),
  };
};

export type Changes = ReturnType<typeof createChanges>;
