import type { WithStrapi } from '#platform/strapi/with-strapi';

/** Values by language; Spanish is the fallback for languages without their own. */
export type Translated<T> = Readonly<Record<string, T>> & { readonly es: T };

export type MailText = { subject: string; preheader: string | null; body: string };

export type MailValues = Readonly<Record<string, string>>;

/** Variable that a text can use in `{{ }}`. */
export type MailVariable = {
  /** Sample value for previews and test mails. */
  sample: string;
  /** Whether a text must use the variable, because the mail is useless without it. */
  isRequired?: true;
  /** Whether the variable can be the URL of a link. */
  isUrl?: true;
};

/**
 * Name of the job, stored with every queued mail. It dates from when mails were part of accounts.
 */
export const MAIL_JOB = 'account.mail';

/**
 * Data of a queued mail; each kind adds the data that it needs. It never holds secrets: a code is
 * created when its mail is written.
 */
export type QueuedMail = { kind: string };

/** Recipient of a mail and values of its variables. */
export type AddressedMail = {
  to: string;
  /** Name that the reader has given; null if unknown. */
  name: string | null;
  /**
   * Whether a stranger may have chosen the name. It is then shortened, and the subject shows the
   * address instead.
   */
  isNameUnproven?: boolean;
  lang: string;
  /** Slug of the business line that sends the mail. */
  vertical: string | null;
  /**
   * Values of the kind's variables. The reader's name, address and business line are added
   * automatically.
   */
  values: MailValues;
};

/** Kind of mail, declared by the feature that sends it. */
export type MailKind<Mail extends QueuedMail = QueuedMail> = {
  /**
   * Name that is stored with queued mails and with editors' templates, whose model lists the names.
   */
  name: Mail['kind'];
  /** Variables by name, in addition to `name`, `email` and `vertical`. */
  variables: Readonly<Record<string, MailVariable>>;
  /** Built-in texts, used where Marketing has published no template. */
  texts: Translated<MailText>;
  /**
   * Text that is appended if a text does not use a variable, for example the link that is the
   * purpose of the mail.
   */
  supplement?: { unless: string; texts: Translated<string> };
  /**
   * Returns recipient and values at every attempt; null if the reason for the mail no longer
   * exists.
   */
  prepare(mail: Mail): Promise<AddressedMail | null>;
  /**
   * Returns the current recipients for the list of unsent mails; null for a reader who no longer
   * exists.
   */
  addressesOf(mails: readonly Mail[]): Promise<(string | null)[]>;
};

/** Returns the text in a language, else without the region, else in Spanish. */
export const inLanguage = <T>(texts: Translated<T>, lang: string): T =>
  texts[lang] ?? texts[lang.split('-', 1)[0] ?? ''] ?? texts.es;

const NAME = 'mail-kinds';

/**
 * Returns the registry of kinds. The first caller creates it, because features register in any
 * order.
 */
const getKindRegistry = ({ strapi }: WithStrapi): Map<string, MailKind> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, MailKind>());
  return strapi.get(NAME);
};

/** Registers a kind of mail; call it in `register`. */
export const defineMailKind = <Mail extends QueuedMail>(
  { strapi }: WithStrapi,
  kind: MailKind<Mail>,
): void => {
  const kinds = getKindRegistry({ strapi });
  if (kinds.has(kind.name)) throw new Error(`Two features send mails of the kind ${kind.name}`);
  kinds.set(kind.name, kind);
};

export const listMailKinds = ({ strapi }: WithStrapi): MailKind[] => [
  ...getKindRegistry({ strapi }).values(),
];

export const findMailKind = ({ strapi }: WithStrapi, name: string): MailKind | null =>
  getKindRegistry({ strapi }).get(name) ?? null;
