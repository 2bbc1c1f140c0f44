/** Type whose entries have an address on a site. */
export type Linkable = {
  uid: string;
  /** Attribute of business lines that holds the address pattern. */
  patternAttribute: string;
  /** Attribute that names entries. */
  title: 'title' | 'name';
  /** Relation to business lines; null if the type has none. */
  lines: string | null;
  /** Whether entries have a value for `{type}`. */
  hasType: boolean;
};

/** Types in the order of searches and lists. */
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
  linkables.some((linkable) => linkable.uid === uid);
