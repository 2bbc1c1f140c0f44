import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams, Link, Route, Routes } from 'react-router-dom';
import { Box, Grid, Typography, Button, Flex } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Download, Upload } from '@strapi/icons';
import { Choice } from '#platform/admin/Choice';
import { useLoaded } from '#platform/admin/use-loaded';
import { FileButton } from '#platform/admin/FileButton';
import {
  type SheetType,
  formats,
  layouts,
  type SheetFormat,
  type SheetLayout,
  modes,
  type ImportMode,
  activeStates,
} from '../runs';
import { listIn, exportAddress, runAddress } from './links';
import { useTexts } from './texts';
import { useStartRun, useRunName, useRuns } from './use-runs';
import { RunPage } from './RunPage';

/**
 * Starts an export with a layout and a file format.
 *
 * @param list query of the list whose entries are exported; empty: all entries
 */
const ExportForm = ({ type, list }: { type: SheetType; list: string }) => {
  const text = useTexts();
  const { isBusy, beginExport } = useStartRun();
  const [layout, setLayout] = useState<SheetLayout>('rows');
  const [format, setFormat] = useState<SheetFormat>('xlsx');
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <Typography tag="h2" variant="delta">
        {text('import-export.export')}
      </Typography>
      <Typography textColor="neutral600">{text('import-export.export.hint')}</Typography>
      {list !== '' && (
        <Typography data-of-list>
          {text('import-export.export.list')}{' '}
          <Typography tag={Link} to={exportAddress(type.uid, { list: '' })} textColor="primary600">
            {text('import-export.export.all')}
          </Typography>
        </Typography>
      )}
      {type.locales.length > 1 && (
        <Choice
          name="layout"
          label={text('import-export.layout')}
          value={layout}
          options={layouts.map((value) => ({
            value,
            label: text(`import-export.layout.${value}`),
          }))}
          onChange={setLayout}
        />
      )}
      <Choice
        name="format"
        label={text('import-export.format')}
        value={format}
        options={formats.map((value) => ({ value, label: text(`import-export.format.${value}`) }))}
        onChange={setFormat}
      />
      <Flex>
        <Button
          startIcon={<Download />}
          loading={isBusy}
          onClick={() => void beginExport({ uid: type.uid, layout, format }, list)}
        >
          {text('import-export.export')}
        </Button>
      </Flex>
    </Flex>
  );
};

/** Starts an import from a file, as drafts or published at once. */
const ImportForm = ({ type }: { type: SheetType }) => {
  const text = useTexts();
  const { isBusy, beginImport } = useStartRun();
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<ImportMode>('draft');
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <Typography tag="h2" variant="delta">
        {text('import-export.import')}
      </Typography>
      <Typography textColor="neutral600">
        {text(type.mayImport ? 'import-export.import.hint' : 'import-export.none')}
      </Typography>
      {type.mayImport && (
        <>
          <Flex direction="column" alignItems="stretch" gap={1}>
            <Typography variant="pi" fontWeight="bold">
              {text('import-export.file')}
            </Typography>
            <FileButton
              label={text('import-export.file')}
              text={text('import-export.file.choose')}
              accept=".csv,.tsv,.txt,.xlsx"
              chosen={file?.name}
              onChoose={setFile}
            />
          </Flex>
          {type.mayPublish && (
            <Choice
              name="mode"
              label={text('import-export.mode')}
              value={mode}
              options={modes.map((value) => ({
                value,
                label: text(`import-export.mode.${value}`),
              }))}
              onChange={setMode}
            />
          )}
          <Flex>
            <Button
              startIcon={<Upload />}
              loading={isBusy}
              disabled={file === undefined}
              onClick={() => file !== undefined && void beginImport(type.uid, mode, file)}
            >
              {text('import-export.check')}
            </Button>
          </Flex>
        </>
      )}
    </Flex>
  );
};

const Begin = ({ types }: { types: readonly SheetType[] }) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const [query] = useSearchParams();
  const requestedUid = query.get('uid');
  const [uid, setUid] = useState(
    (types.find((item) => item.uid === requestedUid) ?? types[0])?.uid ?? '',
  );
  const list = uid === requestedUid ? listIn(query) : '';
  const type = types.find((item) => item.uid === uid);
  return (
    <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
      <Box maxWidth="40rem" paddingBottom={6}>
        <Choice
          name="type"
          label={text('import-export.type')}
          value={uid}
          options={types.map((option) => ({
            value: option.uid,
            label: formatMessage({ id: option.type, defaultMessage: option.type }),
          }))}
          onChange={setUid}
        />
      </Box>
      {type !== undefined && (
        <Grid.Root gap={6}>
          <Grid.Item col={6} s={12} alignItems="start">
            <ExportForm type={type} list={list} />
          </Grid.Item>
          <Grid.Item col={6} s={12} alignItems="start">
            <ImportForm key={type.uid} type={type} />
          </Grid.Item>
        </Grid.Root>
      )}
    </Box>
  );
};

const RunList = () => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const nameOf = useRunName();
  const runs = useRuns();
  if (runs === undefined) return null;
  if (runs.length === 0) return <Typography>{text('import-export.runs.none')}</Typography>;
  return (
    <Box tag="ul" paddingTop={3}>
      {runs.map((run) => (
        <Flex key={run.id} tag="li" gap={4} paddingTop={1} paddingBottom={1}>
          <Typography tag={Link} to={runAddress(run.id)} textColor="primary600">
            {nameOf(run)}
          </Typography>
          <Typography textColor="neutral600">
            {formatDate(run.at, { dateStyle: 'medium', timeStyle: 'short' })}
          </Typography>
          <Typography textColor="neutral600">
            {text(run.isVoid ? 'import-export.state.void' : `import-export.state.${run.state}`)}
            {activeStates.includes(run.state) &&
              ` ${text('import-export.progress', { done: run.done, total: run.total })}`}
          </Typography>
        </Flex>
      ))}
    </Box>
  );
};

export const ImportExportPage = () => {
  const text = useTexts();
  const { data: types } = useLoaded<readonly SheetType[]>('/import-export/types');
  const title = text('import-export.title');
  return (
    <>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('import-export.hint')} />
        <Layouts.Content>
          {types === undefined ? <Page.Loading /> : <Begin types={types} />}
          <Box paddingTop={6}>
            <Typography tag="h2" variant="beta">
              {text('import-export.runs')}
            </Typography>
            <RunList />
          </Box>
        </Layouts.Content>
      </Page.Main>
    </>
  );
};

/** Routes of the start page and of the page of each run. */
export const ImportExportPages = () => (
  <Routes>
    <Route index element={<ImportExportPage />} />
    <Route path="runs/:id" element={<RunPage />} />
  </Routes>
);
