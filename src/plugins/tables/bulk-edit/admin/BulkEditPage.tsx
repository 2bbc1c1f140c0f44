import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useParams, useSearchParams, Route, Routes } from 'react-router-dom';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { listAddress } from '#platform/admin/panel-addresses';
import { SubPage } from '#platform/admin/SubPage';
import { useLoaded } from '#platform/admin/use-loaded';
import {
  MOST_ROWS,
  type ColumnKey,
  type Columns,
  type PlannedRow,
  type SubmittedRow,
} from '../edit';
import {
  parseRequestedColumns,
  parsePastedHeadings,
  findUnknownFields,
  type Heading,
} from '../headings';
import { Grid } from './Grid';
import { HeadingSelect, useColumnLabel } from './HeadingSelect';
import { PasteRows } from './PasteRows';
import { SaveButtons, useSaveChanges } from './SaveButtons';
import { useTexts } from './texts';
import { UnchargedPrices, type PlacedText } from './UnchargedPrices';
import { PlacePage } from './ReferenceChange';

/** Delay after the last keystroke before the plan is requested. */
const PAUSE_MS = 250;

/** Pasted or typed rows with the meaning of their columns. */
type Sheet = { headings: readonly Heading[]; rows: readonly (readonly (string | null)[])[] };

const isAsked = (heading: Heading): heading is ColumnKey => typeof heading === 'object';

/** Returns the rows for the server, and the sheet column of each field. */
const toWrittenRows = ({ headings, rows }: Sheet) => {
  const key = headings.indexOf('key');
  const places = headings.flatMap((heading, index) => (isAsked(heading) ? [index] : []));
  return {
    places,
    columns: headings.filter(isAsked),
    rows: rows.map((row): SubmittedRow => ({
      key: (row[key] ?? '').trim(),
      cells: places.map((index) => row[index] ?? null),
    })),
  };
};

/** Returns rows with the texts that a function returns for their cells; other cells stay. */
const fillCells = (
  { headings, rows }: Sheet,
  textOf: (row: number, place: number) => string | undefined,
): Sheet['rows'] =>
  rows.map((row, index) => headings.map((_, place) => textOf(index, place) ?? row[place] ?? null));

const isPlaced =
  ({ name, locale }: ColumnKey) =>
  (heading: Heading): boolean =>
    isAsked(heading) && heading.name === name && heading.locale === locale;

/** Returns the initial sheet of a selection: its entries, with unchanged cells. */
const createSheet = (documents: readonly string[], headings: readonly Heading[]): Sheet => ({
  headings:
    documents.length === 0
      ? []
      : ['key', ...(headings.length === 0 ? (['none'] as const) : headings)],
  rows: documents.map((documentId) => [documentId, null]),
});

const Sheets = ({
  model,
  columns,
  locale,
  documents,
  fields,
  list,
}: {
  model: string;
  columns: Columns;
  locale: string | null;
  documents: readonly string[];
  /** Fields to change, from the address; blank if the user chooses them in the grid. */
  fields: string;
  list: string;
}) => {
  const text = useTexts();
  const { formatDisplayName, formatNumber } = useIntl();
  const labelOf = useColumnLabel();
  const [sheet, setSheet] = useState<Sheet>(
    createSheet(documents, parseRequestedColumns(fields, columns)),
  );
  const [left, setLeft] = useState(0);
  const [isPasted, setIsPasted] = useState(false);
  const written = toWrittenRows(sheet);
  const saving = useSaveChanges(model);
  const [comparisons, setComparisons] = useState(0);
  // The former plan stays until the new one arrives. Stored values differ after a save.
  const { data: planned = [], isCurrent } = useLoaded<readonly PlannedRow[]>(
    `/bulk-edit/${model}/plan`,
    {
      body: { columns: written.columns, rows: written.rows },
      version: saving.round + comparisons,
      delay: PAUSE_MS,
    },
  );

  const findHeadings = (all: readonly (readonly string[])[]) =>
    parsePastedHeadings(
      all,
      columns,
      locale,
      (code) => formatDisplayName(code, { type: 'language' }) ?? code,
    );

  const takeRows = (all: readonly (readonly string[])[]): void => {
    const { headings, hasNames } = findHeadings(all);
    const rows = hasNames ? all.slice(1) : all;
    saving.forget();
    setLeft(rows.length > MOST_ROWS ? rows.length : 0);
    setIsPasted(true);
    setSheet({ headings, rows: rows.slice(0, MOST_ROWS) });
  };

  const remove = (column: number): void =>
    setSheet(({ headings, rows }) => ({
      headings: headings.toSpliced(column, 1),
      rows: rows.map((row) => row.toSpliced(column, 1)),
    }));

  const setHeading = (column: number, heading: Heading): void =>
    setSheet(({ headings, rows }) => ({ rows, headings: headings.with(column, heading) }));

  const write = (
    fromRow: number,
    fromColumn: number,
    values: readonly (readonly string[])[],
  ): void => {
    if (values.flat().length > 1) setIsPasted(true);
    setSheet((before) => ({
      headings: before.headings,
      rows: fillCells(before, (row, place) => {
        const column = written.places.indexOf(place);
        return column < 0 ? undefined : values[row - fromRow]?.[column - fromColumn];
      }),
    }));
  };

  /** Writes texts into the cells of their fields, and adds the fields that the sheet lacks. */
  const put = (texts: readonly PlacedText[]): void =>
    setSheet((before) => {
      const headings = texts.reduce<readonly Heading[]>(
        (all, { name, locale: language }) =>
          all.some(isPlaced({ name, locale: language }))
            ? all
            : [...all, { name, locale: language }],
        before.headings,
      );
      const findCellText = (row: number, place: number): string | undefined =>
        texts.find((item) => item.row === row && headings.findIndex(isPlaced(item)) === place)
          ?.text;
      return { headings, rows: fillCells({ ...before, headings }, findCellText) };
    });

  if (sheet.rows.length === 0) {
    return (
      <PasteRows
        model={model}
        locale={locale}
        list={list}
        onRows={takeRows}
        hasNames={(rows) => findHeadings(rows).hasNames}
      />
    );
  }

  const none = { value: 'none' as const, label: text('bulk-edit.column.none') };
  const key = { value: 'key' as const, label: text('bulk-edit.key') };
  const isSelection = documents.length > 0;
  const hasEmpty = sheet.headings.includes('none');
  const selects = sheet.headings.map((heading, index) => (
    <Box key={index} minWidth="20rem">
      <HeadingSelect
        label={text('bulk-edit.column', { position: formatNumber(index + 1) })}
        columns={columns}
        heading={heading}
        {...(isSelection
          ? {
              others: [],
              placeholder: text('bulk-edit.column.choose'),
              // One column stays, in which the first field is chosen.
              ...(sheet.headings.length > 2 && {
                clearLabel: text('bulk-edit.column.remove'),
                onClear: () => remove(index),
              }),
            }
          : { others: [key, none] })}
        onChange={(chosen) => setHeading(index, chosen)}
      />
    </Box>
  ));
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Flex gap={3} wrap="wrap">
        {/* In a selection, the first column always names the entries. */}
        {isSelection ? selects.slice(1) : selects}
        {isSelection && (
          <Button
            variant="tertiary"
            disabled={hasEmpty}
            onClick={() =>
              setSheet(({ headings, rows }) => ({ rows, headings: [...headings, 'none'] }))
            }
          >
            {text('bulk-edit.column.add')}
          </Button>
        )}
      </Flex>
      {left > 0 && (
        <Typography textColor="danger700">
          {text('bulk-edit.too-many', { count: left, most: MOST_ROWS })}
        </Typography>
      )}
      <UnchargedPrices
        model={model}
        planned={planned}
        isBusy={saving.isBusy || !isCurrent}
        onWrite={put}
        onCompared={() => setComparisons((count) => count + 1)}
      />
      <SaveButtons
        model={model}
        planned={planned}
        isCurrent={isCurrent}
        isPasted={isPasted}
        saving={saving}
      />
      <Grid
        headings={written.columns.map((column) => {
          const label = labelOf(columns, column);
          return { label, content: <Typography variant="sigma">{label}</Typography> };
        })}
        rows={written.rows}
        planned={planned}
        outcomes={saving.outcomes}
        isBusy={saving.isBusy}
        onWrite={write}
      />
      <Flex>
        <Button
          variant="tertiary"
          onClick={() => {
            saving.forget();
            setIsPasted(false);
            setSheet(createSheet(documents, parseRequestedColumns(fields, columns)));
          }}
        >
          {text('bulk-edit.again')}
        </Button>
      </Flex>
    </Flex>
  );
};

const Unknown = ({ names }: { names: readonly string[] }) => {
  const text = useTexts();
  if (names.length === 0) return null;
  return (
    <Box paddingBottom={5}>
      <Typography role="status" textColor="danger700" data-unknown>
        {text('bulk-edit.unknown', { fields: names.join(', ') })}
      </Typography>
    </Box>
  );
};

/** Edits many entries of a type: rows of a spreadsheet, or a selection of a list. */
export const BulkEditPage = () => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const { model = '' } = useParams();
  const [query] = useSearchParams();
  const { data: columns } = useLoaded<Columns>(`/bulk-edit/${model}/columns`);
  const documents = (query.get('documents') ?? '').split(',').filter((id) => id !== '');
  const locale = query.get('locale');
  const fields = query.get('fields') ?? '';
  return (
    <SubPage
      title={text('bulk-edit.title')}
      subtitle={
        columns &&
        text(documents.length > 0 ? 'bulk-edit.hint.selection' : 'bulk-edit.hint', {
          type: formatMessage({ id: columns.type, defaultMessage: columns.type }),
        })
      }
      back={{ to: listAddress(model, locale), label: text('bulk-edit.back') }}
    >
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        {columns === undefined ? (
          <Page.Loading />
        ) : (
          <>
            <Unknown names={findUnknownFields(fields, columns)} />
            <Sheets
              key={`${model} ${documents.join()}`}
              model={model}
              columns={columns}
              locale={columns.locales.length === 0 ? null : (locale ?? columns.locales[0] ?? null)}
              documents={documents}
              fields={fields}
              list={query.get('list') ?? ''}
            />
          </>
        )}
      </Box>
    </SubPage>
  );
};

export const BulkEditPages = () => (
  <Routes>
    <Route path=":model" element={<BulkEditPage />} />
    <Route path=":model/places" element={<PlacePage />} />
  </Routes>
);
