import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import type { Layout } from '../../../../feature/layout';
import type { Cell, Column } from '../../../../platform/strapi/admin/content-manager';
import { formatMoney } from '../../../../catalogue/money/format-money';
import { isMessage, useTexts } from './texts';

const Words = ({ id, fallback }: { id: string; fallback: string }) => {
  const text = useTexts();
  return <Typography textColor="neutral800">{isMessage(id) ? text(id) : fallback}</Typography>;
};

const Money = ({ amount, currency }: { amount: unknown; currency: unknown }) => {
  const { locale } = useIntl();
  const isKnown = amount !== null && amount !== undefined && typeof currency === 'string';
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
      {isKnown && currency !== '' ? formatMoney(Number(amount), currency, locale) : '—'}
    </Typography>
  );
};

type FieldNameProps = { layouts: readonly Layout[]; uid: unknown; name: unknown };

/** Shows a field's label of the form. */
const FieldName = ({ layouts, uid, name }: FieldNameProps) => {
  const language = useLanguage();
  const rows = layouts.find((layout) => layout.uid === uid)?.rows ?? [];
  const label = rows.map((row) => row[String(name)]?.label).find((found) => found !== undefined);
  return <Typography textColor="neutral800">{label?.[language] ?? String(name)}</Typography>;
};

/** Recognises lists of findings by the values of `problem`. */
const isProblem = ({ name, attribute }: Column): boolean =>
  name === 'problem' && attribute?.enum?.includes('hundredfold') === true;

/** Returns the cells of lists of findings, with translated texts and formatted amounts. */
export const findingCells =
  (layouts: readonly Layout[]) =>
  (column: Column, columns: readonly Column[]): Cell | undefined => {
    if (!columns.some(isProblem)) return undefined;
    switch (column.name) {
      case 'problem':
        return ({ problem }) => (
          <Words id={`prices.finding.${String(problem)}`} fallback={String(problem)} />
        );
      case 'version':
        return ({ version }) => (
          <Words id={`prices.version.${String(version)}`} fallback={String(version)} />
        );
      case 'amount':
      case 'providerAmount':
        return (finding, { name }) => <Money amount={finding[name]} currency={finding.currency} />;
      case 'field':
        return ({ entryType, field }) => (
          <FieldName layouts={layouts} uid={entryType} name={field} />
        );
      default:
        return undefined;
    }
  };
