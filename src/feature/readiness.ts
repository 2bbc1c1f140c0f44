import type { Text } from './layout';

/** A hindrance keeps an entry from being published; advice is for its author to weigh. */
export type Severity = 'hindrance' | 'advice';

/**
 * An entry as rules look at it, the stored draft and the unsaved form alike: values under their names,
 * components as objects, and lists of documents and files behind relations and media.
 */
export type Entry = Readonly<Record<string, unknown>>;

/** Attribute names and positions, from the entry to a field: `['courseList', 0, 'products']`. */
export type Path = readonly (string | number)[];

/** An amount of money; in the currency of the lines that sell the entry where none is named. */
export type Money = { amount: number; currency?: string };

/** What is put into a rule's text, by its name; numbers and money are written as the reader's language does. */
export type Values = Readonly<Record<string, string | number | Text | Money>>;

/** Where an entry breaks a rule. */
export type Place = {
  /** The rule's field unless told. */
  path?: Path;
  values?: Values;
  /** The language in which there is no version, where the way to mend it is to open that one. */
  locale?: string;
};

/** A price at the payment provider, in units of its currency. */
export type OfferedPrice = {
  amount: number;
  currency: string;
  isRecurring: boolean;
  /** How many payments it takes; null: one, or no end; missing where an older release has stored the price. */
  instalments?: number | 'unclear' | null;
};

/** What a payment account is known to sell under an entry's payment product. */
export type AccountFacts = {
  account: string;
  /** `unknown`: it has not been compared lately, or did not answer; that hinders nobody. */
  product: 'sold' | 'unsold' | 'unknown';
  /** What the product is called there, so that people see whether it is the one they mean; null where that is not known. */
  name?: string | null;
  prices: readonly OfferedPrice[];
};

/** A link to an entry that does not exist, or is published neither in the language of the link nor in the default one. */
export type DeadLink = { link: string; isGone: boolean; title: string };

/** A text that another published entry has already, where only one may have it. */
export type TakenText = { attribute: string; value: string };

/** What rules need to know besides the entry itself. */
export type Facts = {
  locale: string | null;
  /** The language that is meant where nothing names one; null where the type has no languages. */
  defaultLanguage: string | null;
  /** The languages of the site in which the entry does not exist. */
  missingLanguages: readonly string[];
  /** The slug under which it is published at present. */
  publishedSlug: string | null;
  /** Every payment account of the service. */
  accounts: readonly AccountFacts[];
  /** Of the business lines that sell it. */
  currencies: readonly string[];
  /** Other published products that are sold as its payment product, by whichever account they name. */
  samePaymentProduct: readonly { title: string; account: string }[];
  /** How its published version is sold; null where there is none. */
  publishedSale: Entry | null;
  /** By how many per cent a shown price may differ from the charged one. */
  priceTolerance: number;
  /** Entries that it shows and that are not published in its language. */
  unpublished: readonly { documentId: string; title: string }[];
  /** Links of its that lead to entries which visitors cannot see. */
  deadLinks: readonly DeadLink[];
  taken: readonly TakenText[];
};

/** Something that an entry should be before it is published. */
export type Rule = {
  /** Stable; programs switch on it. */
  code: string;
  severity: Severity;
  /** Where it is mended. */
  field: string;
  /** What is wrong, as people read it; `{name}` stands for a value of the place. */
  text: Text;
  /** The same of many entries at once, where the text names values of one. */
  title?: Text;
  /** The fields of the part that `field` is, in which many entries are mended together: `['seo.title']`. */
  cells?: readonly string[];
  /** Somebody else refuses it on publishing, with an error of their own; here it is only listed. */
  isRefusedElsewhere?: boolean;
  /** Whether the entry breaks it; the places where several are possible. */
  check: (entry: Entry, facts: Facts) => boolean | readonly Place[];
};

/** What entries of a type should be before they are published. */
export type Readiness = {
  uid: string;
  rules: readonly Rule[];
  /** The attributes that its hindrances look at; nothing else is read when an entry is published. */
  hindrancesRead: readonly string[];
};
