/** A type whose entries have an address of their own on a site. */
export type Linkable = {
  uid: string;
  /** The attribute of business lines in which the pattern of their addresses stands. */
  patternAttribute: string;
  /** What entries are called: the part of those that distinguishes them for people. */
  title: 'title' | 'name';
  /** The attribute that names the business lines to which an entry belongs; null where it names none. */
  lines: string | null;
  /** Whether `{type}` stands for something. */
  hasType: boolean;
};

/** In the order in which they are searched and shown. */
export const linkables = [
  {
    uid: 'api::product.product',
    patternAttribute: 'productAddress',
    title: 'title',
    lines: 'verticals',
    hasType: true,
  },
  {
    uid: 'api::channel.channel',
    patternAttribute: 'channelAddress',
    title: 'name',
    lines: 'verticals',
    hasType: true,
  },
  {
    uid: 'api::series.series',
    patternAttribute: 'seriesAddress',
    title: 'name',
    lines: 'verticals',
    hasType: false,
  },
  {
    uid: 'api::episode.episode',
    patternAttribute: 'episodeAddress',
    title: 'name',
    lines: null,
    hasType: false,
  },
  {
    uid: 'api::protagonist.protagonist',
    patternAttribute: 'protagonistAddress',
    title: 'name',
    lines: null,
    hasType: false,
  },
  {
    uid: 'api::live.live',
    patternAttribute: 'liveAddress',
    title: 'title',
    lines: 'vertical',
    hasType: false,
  },
] as const satisfies readonly Linkable[];

export type LinkableUid = (typeof linkables)[number]['uid'];

export const isLinkable = (uid: string): uid is LinkableUid =>
  linkables.some((one) => one.uid === uid);
