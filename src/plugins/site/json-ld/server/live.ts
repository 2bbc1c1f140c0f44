import { DateTime } from 'luxon';
import type { Event } from 'schema-dts';
import type { LiveRead } from '../contract';
import { findFirstText } from './text-values';
import { findImage, describePeople, type JsonLdContext } from './context';

type Row = LiveRead['program'][number]['row'][number];

type DatedRow = Row & { at: DateTime };

const toIsoText = (moment: DateTime): string | undefined =>
  moment.toISO({ suppressMilliseconds: true }) ?? undefined;

/** Returns the instant of an hour on a day; null if the hour is invalid. */
const parseHour = (day: DateTime, hour: string | null): DateTime | null => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(hour ?? '') ?? [];
  if (hours === undefined) return null;
  const moment = day.set({ hour: Number(hours), minute: Number(minutes), second: 0 });
  return moment.isValid ? moment : null;
};

/**
 * Returns the rows with a certain date. An hour before the previous one belongs to another day,
 * which programs do not state.
 */
const assignDates = (rows: readonly Row[], start: DateTime): DatedRow[] => {
  const dated: DatedRow[] = [];
  let latest = start.startOf('minute');
  for (const row of rows) {
    const startsAt = parseHour(start, row.hour);
    if (startsAt === null) continue;
    if (startsAt < latest) break;
    latest = startsAt;
    dated.push({ ...row, at: startsAt });
  }
  return dated;
};

/** Describes a live as an online event. Its end is unknown; each part ends when the next begins. */
export const describeLive = (entry: LiveRead, context: JsonLdContext): Event => {
  const { title, slug, image, typeOfLive, program, protagonists } = entry;
  const url = context.pageOf('api::live.live', { slug });
  const rows = program.flatMap(({ row }) => row);
  const online = {
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'VirtualLocation', name: typeOfLive?.typeLive, url },
  } as const;
  const start =
    typeOfLive === null ? null : DateTime.fromISO(typeOfLive.startDate, { zone: context.timeZone });
  const parts = start === null ? [] : assignDates(rows, start);
  return {
    '@type': 'Event',
    '@id': url,
    name: title,
    description: findFirstText(rows.flatMap(({ about }) => about ?? []).join(' · ')) ?? title,
    url,
    image: findImage(context, image),
    ...online,
    startDate: start === null ? undefined : toIsoText(start),
    organizer: context.organisation,
    performer: describePeople(context, protagonists),
    subEvent: parts.map(({ at, about, protagonists: speakers }, position) => {
      const next = parts[position + 1];
      return {
        '@type': 'Event',
        name: about ?? title,
        ...online,
        startDate: toIsoText(at),
        endDate: next === undefined ? undefined : toIsoText(next.at),
        performer: describePeople(context, speakers),
      };
    }),
  };
};
