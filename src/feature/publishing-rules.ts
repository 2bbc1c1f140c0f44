import type { Text } from './layout';

/** An error prevents publishing; a warning does not. */
export type Severity = 'error' | 'warning';

/**
 * An entry for rules, from the stored draft or the unsaved form. It contains values by name,
 * components as objects, and lists of documents and files for relations and media. A stored file
 * has only its id, MIME type and alternative texts; a file in the form has more.
 */
export type Entry = Readonly<Record<string, unknown>>;

/** Attribute names and positions, from the entry to a field: `['courseList', 0, 'products']`. */
export type Path = readonly (string | number)[];

/**
 * An amount of money. Without a currency, it is in that of the business lines that sell the entry.
 */
export type Money = { amount: number; currency?: string };

/**
 * Values for placeholders in a rule's text. Numbers and money are formatted for the reader's
 * language.
 */
export type Values = Readonly<Record<string, string | number | Text | Money>>;

/** The place where an entry breaks a rule. */
export type BrokenRulePlace = {
  /** The rule's field by default. */
  path?: Path;
  values?: Values;
  /** The missing locale, if opening it is the way to fix the entry. */
  locale?: string;
};

/** A price at the payment provider, in units of its currency. */
export type OfferedPrice = {
  /** Id at the provider. Older releases did not store it. */
  id?: string;
  amount: number;
  currency: string;
  isRecurring: boolean;
  /**
   * Number of payments. Null means one, or no end. It is undefined for prices that an older release
   * stored.
   */
  instalments?: number | 'unclear' | null;
  /**
   * False if the price has no fixed amount in its own currency: it is then sold only in the
   * currencies listed.
   */
  hasOwnAmount?: boolean;
  /** How often a recurring price is charged. Older releases did not store it. */
  interval?: string | null;
  intervalCount?: number | null;
};

/** The known facts about an entry's payment product in an account. */
export type AccountFacts = {
  account: string;
  /**
   * `unknown` means that it was not compared recently or the provider did not respond. It causes no
   * error.
   */
  product: 'sold' | 'unsold' | 'unknown';
  /**
   * The provider's name of the product, so that editors can recognize it; null where it is unknown.
   */
  name?: string | null;
  prices: readonly OfferedPrice[];
};

/** The known facts about payment products. */
export type PaymentFacts = {
  /** Accounts by id of the product. */
  accounts: ReadonlyMap<string, readonly AccountFacts[]>;
  /** Percentage by which a published price may differ from the charged one. */
  priceTolerance: number;
};

/**
 * A link to an entry that does not exist, or is published neither in the link's locale nor in the
 * default one.
 */
export type BrokenLink = { link: string; isGone: boolean; title: string };

/** A text that must be unique and that another published entry already has. */
export type TakenText = { attribute: string; value: string };

/** The version from which a translation is made. */
export type SourceVersion = {
  locale: string;
  content: Entry;
  /** Whether the translation itself is published. */
  isTranslationPublished: boolean;
};

/** Data that rules need besides the entry itself. */
export type Facts = {
  locale: string | null;
  /** The default locale; null where the type has no locales. */
  defaultLanguage: string | null;
  /** The locales of the site in which the entry does not exist. */
  missingLanguages: readonly string[];
  /** The slug of its published version. */
  publishedSlug: string | null;
  /** All payment accounts of the service. */
  accounts: readonly AccountFacts[];
  /** The currencies of the business lines that sell it. */
  currencies: readonly string[];
  /** Other published products with the same payment product, in any account. */
  samePaymentProduct: readonly { title: string; account: string }[];
  /** The sale data of its published version; null where there is none. */
  publishedSale: Entry | null;
  /** Tolerance between a shown price and the charged one, in per cent. */
  priceTolerance: number;
  /** Entries that it shows and that are not published in its locale. */
  unpublished: readonly { documentId: string; title: string }[];
  /** Its links to entries that visitors cannot see. */
  brokenLinks: readonly BrokenLink[];
  taken: readonly TakenText[];
  /** Null if the entry is no translation. */
  source: SourceVersion | null;
};

export type Rule = {
  /** Stable, because programs depend on it. */
  code: string;
  severity: Severity;
  /** The field in which it is fixed. */
  field: string;
  /** The message for people. `{name}` is replaced by a value of the place. */
  text: Text;
  /** The message for many entries together, if the text contains values of one. */
  title?: Text;
  /** The fields of the component `field` that fix many entries together: `['seo.title']`. */
  cells?: readonly string[];
  /** Whether other code rejects it on publishing with its own error. Here it is only listed. */
  isRefusedElsewhere?: boolean;
  /** Returns whether the entry breaks the rule, or the places where it does. */
  check: (entry: Entry, facts: Facts) => boolean | readonly BrokenRulePlace[];
};

export type PublishingRules = {
  uid: string;
  rules: readonly Rule[];
  /** The attributes that its errors depend on. Publishing reads no others. */
  errorFields: readonly string[];
};
