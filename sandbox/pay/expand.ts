import { parameterInvalid } from './errors';
import { idOf } from './objects';
import type { Store } from './store';

type Thing = Record<string, unknown> & { id?: string; object?: string };

/**
 * Lists that the provider attaches only on request. References are expanded to the object itself.
 */
const includable: Readonly<Record<string, ((store: Store, id: string) => unknown[]) | undefined>> =
  {
    'charge.refunds': (store, id) => store.list('refund', ({ charge }) => idOf(charge) === id),
    'invoice.payments': (store, id) =>
      store.list('invoice_payment', ({ invoice }) => idOf(invoice) === id),
    'checkout.session.line_items': (store, id) => store.drafts.get(id)?.items ?? [],
  };

const asList = (data: unknown[], url: string) => ({ object: 'list', data, has_more: false, url });

const expandPath = (store: Store, thing: Thing, path: string): void => {
  const [key = '', ...rest] = path.split('.');
  const include = includable[`${thing.object ?? ''}.${key}`];
  let value = thing[key];
  if (include !== undefined && value === undefined) {
    value = asList(structuredClone(include(store, thing.id ?? '')), `/v1/${key}`);
  } else if (typeof value === 'string') {
    value = structuredClone(store.byId(value));
  }
  if (value === undefined) {
    throw parameterInvalid('expand', `This property cannot be expanded (${path}).`);
  }
  if (value === null) return;
  thing[key] = value;
  if (rest.length === 0) return;
  const next = rest.join('.');
  if (Array.isArray(value)) for (const item of value as Thing[]) expandPath(store, item, next);
  else expandPath(store, value as Thing, next);
};

/** Removes fields of prices that the provider shows only on request, also from nested prices. */
const hideCurrencies = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  if ((value as Thing).object === 'price') delete (value as Thing).currency_options;
  for (const part of Object.values(value)) hideCurrencies(part);
};

/** Returns a copy of an object in which the references in `paths` are replaced by their objects. */
export const expanded = <T extends object>(
  store: Store,
  object: T,
  paths: readonly string[],
): T => {
  const copy = structuredClone(object);
  for (const path of paths) expandPath(store, copy as Thing, path);
  if (!paths.includes('currency_options')) hideCurrencies(copy);
  return copy;
};
