import type { WithStrapi } from '../../../../platform/with-strapi';
import { modelsOf } from '../../../../delivery/plan/model';
import { changesBetween, type FieldChange } from '../changes';
import { eventsOf, type KeptEvent, type Note, type Version } from './events';

/** Event as the panel shows it. */
export type DescribedEvent = Pick<KeptEvent, 'id' | 'event' | 'at' | 'actor'> & {
  /** Changes since the previous event. Null: no previous event is stored. */
  changes: readonly FieldChange[] | null;
  note: Note | null;
};

const AT_ONCE = 20;

/** Returns whether a save was published in the same transaction. Both are shown as one event. */
const isPartOf = (one: KeptEvent, next: KeptEvent | undefined): boolean =>
  next?.event === 'publish' &&
  one.transaction === next.transaction &&
  (one.event === 'update' || one.event === 'create');

/** Returns the latest events of an entry in a locale, with the changes of each. */
export const describeEvents = async (
  { strapi }: WithStrapi,
  version: Version,
  before: string | null,
  mayRead: (event: KeptEvent) => (field: string) => boolean,
): Promise<{ events: readonly DescribedEvent[]; next: string | null }> => {
  const { attributes } = modelsOf({ strapi })(version.uid);
  const kept = await eventsOf({ strapi }).latest(version, { before, limit: AT_ONCE + 1 });
  const shown = kept.slice(0, AT_ONCE);
  const notes = await eventsOf({ strapi }).notes(shown.map(({ id }) => id));
  const events = shown.flatMap((event, at): DescribedEvent[] => {
    if (isPartOf(event, shown[at - 1])) return [];
    const previous = isPartOf(kept[at + 1] ?? event, event) ? kept[at + 2] : kept[at + 1];
    const [mayReadBefore, mayReadNow] = [mayRead(previous ?? event), mayRead(event)];
    const changes =
      previous === undefined
        ? null
        : changesBetween(attributes, previous.state, event.state).filter(
            ({ field }) => mayReadBefore(field) && mayReadNow(field),
          );
    const { id, event: name, at: moment, actor } = event;
    return [{ id, event: name, at: moment, actor, changes, note: notes.get(id) ?? null }];
  });
  return { events, next: kept.length > AT_ONCE ? (shown.at(-1)?.id ?? null) : null };
};
