import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { type Metadata, price, product } from './objects';

/** Fields of a product's file that the provider needs. */
type Entry = {
  SKU: string;
  payID?: string;
  payCrm?: string | null;
  purchaseType?: string;
  fullPrice?: number;
  tuitionPrice?: number;
  instalmentsPrice?: number;
  languages?: Record<string, { title: string }>;
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => path.join(entry.parentPath, entry.name));

const cents = (amount: number): number => Math.round(amount * 100);

const titleOf = ({ SKU, languages }: Entry): string =>
  Object.values(languages ?? {})[0]?.title ?? SKU;

/**
 * Returns the monthly price: of a subscription, of an instalment, or a twelfth. Checkout sells no
 * sample product by the latter.
 */
const monthlyOf = (entry: Entry): number => {
  const { purchaseType, fullPrice = 120, tuitionPrice, instalmentsPrice } = entry;
  if (purchaseType === 'subscription') return tuitionPrice ?? fullPrice;
  return instalmentsPrice ?? Math.max(5, Math.round(fullPrice / 12));
};

/**
 * Returns the number of instalments as metadata: those that pay the price minus the enrolment fee.
 */
const instalmentsOf = ({
  purchaseType,
  fullPrice = 0,
  tuitionPrice = 0,
  instalmentsPrice = fullPrice,
}: Entry): Metadata =>
  purchaseType === 'instalments'
    ? {
        instalments: String(Math.max(2, Math.round((fullPrice - tuitionPrice) / instalmentsPrice))),
      }
    : {};

/**
 * Returns the products and prices of an account. Each sample product whose `payCrm` names the
 * account or none has two prices: `price_<payID>` for one payment and `price_<payID>_monthly` per
 * month.
 */
export const sampleCatalogue = (folder: string) => {
  const entries = filesBelow(folder).map((file) => parse(readFileSync(file, 'utf8')) as Entry);
  return (account: string) =>
    entries
      .filter(({ payCrm }) => !payCrm || payCrm.toLowerCase() === account)
      .flatMap((entry) => {
        const once = cents(entry.tuitionPrice ?? entry.fullPrice ?? 100);
        const monthly = cents(monthlyOf(entry));
        const id = entry.payID;
        if (id === undefined) return [];
        return [
          product({
            id,
            name: titleOf(entry),
            metadata: { SKU: entry.SKU },
            defaultPrice: `price_${id}`,
          }),
          price({ id: `price_${id}`, productId: id, amount: once }),
          price({
            id: `price_${id}_monthly`,
            productId: id,
            amount: monthly,
            interval: 'month',
            nickname: 'monthly',
            metadata: instalmentsOf(entry),
          }),
        ];
      });
};
