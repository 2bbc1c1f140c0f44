import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text, Layout } from './layout';
import type { Person } from '#platform/strapi/actor';
import type { z } from '@strapi/utils';
import type { Definition } from '#platform/database/installer';
import type { SortedTexts } from '#platform/database/sorted-texts';
import type { ContractRead, Endpoint } from '#platform/http/endpoint';
import type { WebhookMessage } from '#platform/http/openapi/webhooks';
import type { Transaction } from '#platform/strapi/queries';
import type { SettingsSection } from '#platform/settings/section';
import type { LinkContext, LinkedEntry, Reference } from './link-reference';
import type { PaymentProducts } from './payment-products';
import type { PublishingRules } from './publishing-rules';
import type { AuditRecording, AuditedActions } from './audit';
import type { UnsavedForm } from './unsaved-forms';

/** A value of a metric, with its labels. */
export type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** A metric for operators, as in Prometheus. */
export type Metric = {
  /** With its unit, as in `cms_mails_unsent`. A counter ends in `_total`. */
  name: string;
  help: string;
  /** `counter` values only increase during a process's life. */
  kind: 'gauge' | 'counter';
  labels?: readonly string[];
  /** Whether it needs the database. It is omitted while the database is unavailable. */
  asksDatabase?: boolean;
  /** Returns the samples of each scrape. Metrics that fail or take too long are omitted. */
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};

/** Conditions for Strapi's query engine. */
export type Filters = Record<string, unknown>;

/** A filter of the panel's lists. In a URL it is `<name>:<value>:<locale>`. */
export type ListFilter = {
  name: string;
  /** Returns whether a type's entries can be filtered by it. */
  appliesTo: (context: WithStrapi, uid: UID.ContentType) => boolean;
  filters: (
    context: WithStrapi,
    query: { uid: UID.ContentType; value: string; locale: string },
  ) => Promise<Filters> | Filters;
  /** Returns the heading of a filtered list; null for none. */
  titleOf?: (
    context: WithStrapi,
    query: { uid: UID.ContentType; value: string },
  ) => Promise<Text | null>;
};

/** A translation whose source was changed after it, and the time of that change. */
export type StaleTranslation = { documentId: string; locale: string; since: Date };

/** A text of a draft, with the label of its place: `Cards 2 › Name`. */
export type TextOfVersion = { place: string; label: string; text: string };

/** The draft whose texts a user reads, and the language of their labels. */
export type TextQuery = {
  uid: UID.ContentType;
  documentId: string;
  locale: string;
  ability: unknown;
  language: keyof Text;
};

/** New values of an entry's places. Positions in lists begin with 0. */
export type TextWrites = {
  documentId: string;
  languages: readonly {
    locale: string | null;
    writes: readonly { path: readonly (string | number)[]; text: string }[];
  }[];
};

/** Result of writing an entry; `reason` says why it was refused. */
export type TextsWritten = { documentId: string; reason: string | null };

/** Reads and writes texts of drafts, with the permissions and checks of their form. */
export type DraftTexts = {
  /** Creates a function that returns whether a user may read a text, by its path in the entry. */
  createReadCheck: (
    context: WithStrapi,
    reader: { uid: UID.ContentType; ability: unknown },
  ) => (path: readonly (string | number)[], locale: string | null) => boolean;
  read: (context: WithStrapi, query: TextQuery) => Promise<readonly TextOfVersion[]>;
  write: (
    context: WithStrapi,
    writer: { uid: UID.ContentType; person: Person },
    entries: readonly TextWrites[],
  ) => Promise<readonly TextsWritten[]>;
};

/** Runs statements on published rows for one request, and records that the response depends on them. */
export type StatementReader = {
  runStatement: <Row extends unknown[]>(
    statement: string,
    values: readonly unknown[],
    types: readonly UID.ContentType[],
  ) => Promise<readonly Row[]>;
  defaultLocale: () => Promise<string>;
};

/** The address at which an entry was requested. */
export type EntryAddress = { uid: UID.ContentType; slug: string; lang?: string | undefined };

/** Permissions that a feature adds to the roles which the service creates. */
type RoleGrants = {
  /** Actions for each role that may write content, for example `plugin::history.bin.use`. */
  writers?: readonly string[];
  /** Actions for Support, and the types whose entries it may read. */
  support?: { actions?: readonly string[]; reads?: readonly string[] };
};

export type Previews = Readonly<Partial<Record<UID.ContentType, z.ZodType>>>;

/**
 * An attribute in which entries store a document's id as text, so that they outlive the document.
 * Users who delete the document are told about these entries.
 */
export type RecordOf = {
  /** The type of the entries, and their attribute. */
  uid: UID.ContentType;
  attribute: string;
  /** The type of the documents. */
  of: UID.ContentType;
  /** Excludes entries with one of these values, unless another attribute has a value. */
  except?: { attribute: string; values: readonly string[]; unless: string };
};

/** Entries of a type with the locales to write; null for types that are not localised. */
export type WrittenVersions = {
  uid: UID.ContentType;
  versions: readonly { documentId: string; locales: readonly (string | null)[] }[];
};

/**
 * A part of the service that can be read, changed and removed separately. `src/index.ts` lists all
 * of them. Everything that the service needs to know about a feature is declared here, so that
 * removing it means removing its line and its folder.
 */
export type Feature = {
  name: string;
  /** The folder with its `strapi-server`, which Strapi loads as a plugin of this name. */
  folder?: string;
  settings?: readonly SettingsSection<unknown>[];
  /** Its endpoints, in the order of the documentation. */
  endpoints?: readonly Endpoint[];
  /** The messages that it posts to other systems. */
  messages?: readonly WebhookMessage[];
  /**
   * Its reads by contract besides those of its endpoints. `reader` names their purpose for people.
   */
  reads?: readonly (ContractRead & { reader: string })[];
  /** The types with previews, each in the form that frontends receive. */
  previews?: Previews;
  /** The forms of its content types and components. */
  layouts?: { types?: readonly Layout[]; components?: readonly Layout[] };
  /** The publishing rules of its types. */
  publishingRules?: readonly PublishingRules[];
  /** The attributes in which its entries store ids of documents that may be deleted. */
  records?: readonly RecordOf[];

  /** Filters that it adds to lists of the panel. */
  listFilters?: readonly ListFilter[];
  /** Returns stale translations, for lists of the panel. */
  findStaleTranslations?: (
    context: WithStrapi,
    uid: UID.ContentType,
    documents: readonly string[],
  ) => Promise<readonly StaleTranslation[]>;
  /** Returns the current slug of an entry with a former one; null if there is none. */
  findCurrentSlug?: (
    context: WithStrapi,
    reader: StatementReader,
    address: EntryAddress,
  ) => Promise<string | null>;
  /** Returns the entries of links by link, without those that do not exist. */
  findLinked?: (
    context: WithStrapi,
    references: readonly Reference[],
    place: LinkContext,
  ) => Promise<ReadonlyMap<string, LinkedEntry>>;
  /** Access to the cached products of payment providers. */
  paymentProducts?: PaymentProducts;
  /** Reads and writes texts of drafts. */
  draftTexts?: DraftTexts;
  /** Returns a user's forms with unsaved typing, the latest first. */
  listUnsavedForms?: (context: WithStrapi, userId: number) => Promise<readonly UnsavedForm[]>;
  /** Records an action of any feature in the audit log, in the current transaction. */
  recordAudit?: (context: WithStrapi, recording: AuditRecording) => Promise<void>;
  /** Rejects updates of a user, for writes that bypass the document pipeline. */
  refuseForeignUpdates?: (
    context: WithStrapi,
    written: WrittenVersions,
    trx: Transaction,
  ) => Promise<void>;

  /** Audit log rules of it. */
  auditedActions?: AuditedActions;
  /** Permissions that it adds to the roles which the service creates. */
  roleGrants?: RoleGrants;

  /** Returns the maximum memory of its work in bytes, outside of the caches. */
  maxMemory?: (context: WithStrapi) => number;
  /** The texts by which lists of its types are sorted. */
  sortedTexts?: SortedTexts;
  /** Its types whose texts users enter. */
  normalizedTypes?: readonly UID.ContentType[];
  /** Its metrics for operators. */
  metrics?: (context: WithStrapi) => readonly Metric[];

  /** Indexes, functions and triggers that exist in the database while the feature is installed. */
  definitions?: (context: WithStrapi) => readonly Definition[];

  /** Runs in Strapi's `register`: plugins are loaded, the database is not connected yet. */
  register?: (context: WithStrapi) => void;
  /** Runs in Strapi's `bootstrap`: tables and definitions exist, and earlier features are ready. */
  bootstrap?: (context: WithStrapi) => Promise<void> | void;
  /** Runs when every feature is ready. Starts background work. */
  start?: (context: WithStrapi) => Promise<void> | void;
  /** Runs when the process receives the stop signal, before it refuses new requests. */
  drain?: (context: WithStrapi) => void;
  /** Ends the work of `start`. Features are stopped in reverse order. */
  stop?: (context: WithStrapi) => Promise<void> | void;
};
