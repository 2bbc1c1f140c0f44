/** Maximum position that the database can store. */
export const MAX_POSITION = 2_147_483_647;

type Arranged = { at: number; position: number };

/**
 * Renumbers entries from `at` on with a distance of at least one, until they fit; null if the range
 * is exhausted.
 */
const push = (
  positions: readonly number[],
  at: number,
  step: 1 | -1,
): readonly Arranged[] | null => {
  const before = positions[at - step];
  const beyond = positions[at + step];
  const end = Math.min(Math.max((beyond ?? 0) - step, 0), MAX_POSITION);
  const first = before === undefined ? end : before + step;
  const arranged: Arranged[] = [];
  let needed = first;
  for (let index = at; index >= 0 && index < positions.length; index += step) {
    const current = positions[index];
    const fits = current !== undefined && (step === 1 ? current >= needed : current <= needed);
    if (index !== at && fits) break;
    if (needed < 0 || needed > MAX_POSITION) return null;
    arranged.push({ at: index, position: needed });
    needed += step;
  }
  return arranged;
};

/**
 * Returns the positions that change when the entry at `from` moves to `to`. The entry takes a free
 * number between its new neighbours. If there is none, the neighbours on one side shift up to the
 * next gap. Entries between the two places shift if possible. Equal numbers can make it impossible.
 *
 * @param positions ascending; some may be equal
 * @returns the index before the move and the new position of each changed entry, the moved one
 * included
 */
export const planPositions = (
  positions: readonly number[],
  from: number,
  to: number,
): readonly Arranged[] => {
  const order = positions.map((_position, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  const now = order.map((index) => positions[index] ?? 0);
  const beyond = (way: readonly Arranged[]): number =>
    way.filter(({ at }) => at < Math.min(from, to) || at > Math.max(from, to)).length;
  const [best = []] = [push(now, to, 1), push(now, to, -1)]
    .filter((way) => way !== null)
    .sort((one, other) => beyond(one) - beyond(other) || one.length - other.length);
  return best.map(({ at, position }) => ({ at: order[at] ?? at, position }));
};
