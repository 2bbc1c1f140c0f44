/** From so many on, finding one among them takes longer than a set does. */
const MANY = 16;

/** Some things, each once. Mostly there are few of them, of which a set would take ten times the memory. */
export type Dependents<T> = {
  add: (one: T) => void;
  remove: (one: T) => void;
  isEmpty: () => boolean;
  /** As they are now, whatever becomes of them while somebody goes through the list. */
  list: () => readonly T[];
};

class Few<T> implements Dependents<T> {
  private all: T[] | Set<T>;

  constructor(first: T) {
    this.all = [first];
  }

  add(one: T): void {
    if (this.all instanceof Set) this.all.add(one);
    else if (this.all.includes(one)) return;
    else if (this.all.push(one) > MANY) this.all = new Set(this.all);
  }

  remove(one: T): void {
    if (this.all instanceof Set) {
      this.all.delete(one);
      return;
    }
    const at = this.all.indexOf(one);
    if (at >= 0) this.all.splice(at, 1);
  }

  isEmpty(): boolean {
    return (this.all instanceof Set ? this.all.size : this.all.length) === 0;
  }

  list(): readonly T[] {
    return [...this.all];
  }
}

// A class, for each of its methods would otherwise be there once for every key.
export const createDependents = <T>(first: T): Dependents<T> => new Few(first);
