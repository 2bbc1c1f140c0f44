/** Creates a list of functions that are called with each event. */
export const createListeners = <Arguments extends readonly unknown[]>() => {
  const listeners = new Set<(...event: Arguments) => void>();
  return {
    /**
     * Adds a listener.
     *
     * @returns a function that removes it
     */
    add(listener: (...event: Arguments) => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    notify(...event: Arguments): void {
      for (const listener of listeners) listener(...event);
    },
  };
};
