import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type Stripe from 'stripe';
import type { Metadata } from './objects';

/** Objects of the stand-in, by the provider's name of their kind. */
export type Objects = {
  coupon: Stripe.Coupon;
  promotion_code: Stripe.PromotionCode;
  discount: Stripe.Discount;
  product: Stripe.Product;
  price: Stripe.Price;
  customer: Stripe.Customer;
  'checkout.session': Stripe.Checkout.Session;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'billing_portal.session': Stripe.BillingPortal.Session;
  event: Stripe.EventBase;
};

export type Kind = keyof Objects;

/** Kinds of objects by the prefix of their ID. */
const kindByPrefix: Readonly<Record<string, Kind>> = {
  coupon: 'coupon',
  promo: 'promotion_code',
  di: 'discount',
  prod: 'product',
  price: 'price',
  cus: 'customer',
  cs: 'checkout.session',
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  sub: 'subscription',
  sub_sched: 'subscription_schedule',
  in: 'invoice',
  inpay: 'invoice_payment',
  bpc: 'billing_portal.configuration',
  bps: 'billing_portal.session',
  evt: 'event',
};

const kinds = Object.values(kindByPrefix);

/** Parameters of a session that the session itself does not show. */
export type Draft = {
  items: Stripe.LineItem[];
  intentMetadata: Metadata;
  subscriptionMetadata: Metadata;
  /** ID of the payment intent, after the first attempt to pay. */
  intent?: string;
};

/** A response that is repeated for the same idempotency key. */
type Remembered = { fingerprint: string; body: unknown };

export type Saved = Partial<Record<Kind, Record<string, Objects[Kind]>>> & {
  drafts?: Record<string, Draft>;
};

/** Creates the store of one account's objects, in order of creation. */
export const createStore = (saved: Saved = {}) => {
  const tables = new Map(
    kinds.map((kind) => [kind, new Map<string, Objects[Kind]>(Object.entries(saved[kind] ?? {}))]),
  );
  const table = <K extends Kind>(kind: K): Map<string, Objects[K]> =>
    tables.get(kind) as unknown as Map<string, Objects[K]>;

  return {
    drafts: new Map<string, Draft>(Object.entries(saved.drafts ?? {})),
    keys: new Map<string, Remembered>(),
    put<T extends Objects[Kind]>(object: T): T {
      tables.get(object.object)?.set(object.id, object);
      return object;
    },
    remove({ object, id }: Objects[Kind]): void {
      tables.get(object)?.delete(id);
    },
    get: <K extends Kind>(kind: K, id: string | null | undefined): Objects[K] | undefined =>
      typeof id === 'string' ? table(kind).get(id) : undefined,
    /** Lists objects newest first, as the provider does. */
    list: <K extends Kind>(
      kind: K,
      matches: (object: Objects[K]) => boolean = () => true,
    ): Objects[K][] => [...table(kind).values()].filter(matches).reverse(),
    byId(id: string): Objects[Kind] | undefined {
      const kind =
        kindByPrefix[id.slice(0, id.lastIndexOf('_'))] ?? kindByPrefix[id.split('_')[0] ?? ''];
      return kind === undefined ? undefined : table(kind).get(id);
    },
    toJSON(): Saved {
      const sessionKinds = kinds.filter((kind) => kind !== 'product' && kind !== 'price');
      return {
        ...Object.fromEntries(sessionKinds.map((kind) => [kind, Object.fromEntries(table(kind))])),
        drafts: Object.fromEntries(this.drafts),
      };
    },
  };
};

export type Store = ReturnType<typeof createStore>;

/** Returns the saved state, or an empty one. */
export const readSaved = (file: string): Record<string, Saved> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Saved>;
  } catch {
    return {};
  }
};

export type Saver = { changed: () => void; flush: () => Promise<void> };

export const noSaver: Saver = { changed: () => undefined, flush: () => Promise.resolve() };

/** Creates a saver that writes shortly after a change. Writes never overlap, and each is atomic. */
export const createSaver = (file: string, snapshot: () => unknown): Saver => {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = async (): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(snapshot()));
    await rename(`${file}.new`, file);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch(() => undefined);
    return writing;
  };
  return {
    changed() {
      timer ??= setTimeout(() => void flush(), 200).unref();
    },
    flush,
  };
};
