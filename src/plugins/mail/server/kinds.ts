/** A text in several languages; Spanish is for those that have none of their own. */
export type Translated<T> = Readonly<Record<string, T>> & { readonly es: T };

export type MailText = { subject: string; preheader: string | null; body: string };

export type MailValues = Readonly<Record<string, string>>;

/** What a text may name in `{{ }}`. */
export type MailVariable = {
  /** For previews and test mails. */
  sample: string;
  /** Without it the mail is of no use. */
  isRequired?: true;
  /** It may stand as the address of a link. */
  isUrl?: true;
};

/** Stored with every queued mail, hence what it was called when mails were part of accounts. */
export const MAIL_JOB = 'account.mail';

/**
 * What is queued of a mail, besides what its kind needs to know of the occasion. Never anything secret: a
 * code is made when its mail is written.
 */
export type QueuedMail = { kind: string };

/** Whom a mail goes to, and what its text may name. */
export type AddressedMail = {
  to: string;
  /** What the reader is called, as they say themselves; null: nobody knows. */
  name: string | null;
  /** Set where a stranger may have chosen the name: it is short, and the subject names the address instead. */
  isNameUnproven?: boolean;
  lang: string;
  /** The slug of the business line in whose name it is sent. */
  vertical: string | null;
  /** Those of the kind's variables. The reader's name, address and business line come by themselves. */
  values: MailValues;
};

/** An occasion on which a mail is sent, as the feature that sends it declares it. */
export type MailKind<Mail extends QueuedMail = QueuedMail> = {
  /** Stored with queued mails and with editors' templates, whose model lists the names. */
  name: Mail['kind'];
  /** By name, besides `name`, `email` and `vertical`. */
  variables: Readonly<Record<string, MailVariable>>;
  /** What is sent where Marketing has written nothing. */
  texts: Translated<MailText>;
  /** What is added to a text that does not name a variable, for example the link that is its purpose. */
  supplement?: { unless: string; texts: Translated<string> };
  /** Asked at every try to send it. Null: the occasion has passed, or never was one. */
  prepare(mail: Mail): Promise<AddressedMail | null>;
  /** Where mails would go, for a list of those not sent; null: the reader is not there any more. */
  addressesOf(mails: readonly Mail[]): Promise<(string | null)[]>;
};

/** The text in a language, else in the same without its region, else in Spanish. */
export const inLanguage = <T>(texts: Translated<T>, lang: string): T =>
  texts[lang] ?? texts[lang.split('-', 1)[0] ?? ''] ?? texts.es;
