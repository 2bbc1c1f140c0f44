import { useIntl } from 'react-intl';
import { Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Link, useParams } from 'react-router-dom';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useState } from 'react';
import { ArrowClockwise } from '@strapi/icons';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useLanguage } from '#feature/admin/texts';
import type { Layout } from '#feature/layout';
import type { Cell, Column } from '#platform/strapi/admin/content-manager';
import { formatMoney } from '#catalogue/money/format-money';
import { isMessage, useTexts } from './texts';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useErrorNotice } from '#platform/admin/error-notice';

export const FINDING = 'plugin::prices.finding';

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
  const label = rows.map((row) => row[String(name)]?.label).find((title) => title !== undefined);
  return <Typography textColor="neutral800">{label?.[language] ?? String(name)}</Typography>;
};

/** Recognises lists of findings by the values of `problem`. */
const isProblem = ({ name, attribute }: Column): boolean =>
  name === 'problem' && attribute?.enum?.includes('hundredfold') === true;

/** Returns the cells of lists of findings, with translated texts and formatted amounts. */
export const createFindingCells =
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

type Finding = { entryType: string; entryId: string; entryLocale: string | null; field: string };

const EntryLink = ({ finding }: { finding: Finding }) => {
  const text = useTexts();
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('prices.finding.hint')}</Typography>
      <LinkButton
        tag={Link}
        to={buildEntryFormAddress({
          uid: finding.entryType,
          documentId: finding.entryId,
          locale: finding.entryLocale,
          at: finding.field,
        })}
        variant="secondary"
      >
        {text('prices.finding.open')}
      </LinkButton>
    </Flex>
  );
};

/** Links from a finding to the entry that has the price. */
export const FindingPanel: PanelComponent = ({ model, document }) => {
  const text = useTexts();
  if (model !== FINDING || document === undefined) return null;
  return {
    title: text('prices.finding.title'),
    content: <EntryLink finding={document as typeof document & Finding} />,
  };
};

const CheckButton = () => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);

  const check = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await post('/prices/check');
      toggleNotification({ type: 'success', message: text('prices.check.begun') });
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Button
      variant="secondary"
      startIcon={<ArrowClockwise />}
      loading={isBusy}
      onClick={() => void check()}
    >
      {text('prices.check.again')}
    </Button>
  );
};

/** Shows a button above the list of findings that checks all stored prices again. */
export const CheckAgain = () => {
  const { slug } = useParams();
  return slug === FINDING ? <CheckButton /> : null;
};
