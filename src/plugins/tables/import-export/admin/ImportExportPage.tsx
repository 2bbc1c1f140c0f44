import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { Box, Grid, Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Choice } from '../../../../platform/admin/Choice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { SheetType } from '../runs';
import { listIn } from './addresses';
import { ExportForm } from './ExportForm';
import { ImportForm } from './ImportForm';
import { RunList } from './RunList';
import { useTexts } from './texts';

const Begin = ({ types }: { types: readonly SheetType[] }) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const [query] = useSearchParams();
  const asked = query.get('uid');
  const [uid, setUid] = useState((types.find((one) => one.uid === asked) ?? types[0])?.uid ?? '');
  const list = uid === asked ? listIn(query) : '';
  const type = types.find((one) => one.uid === uid);
  return (
    <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
      <Box maxWidth="40rem" paddingBottom={6}>
        <Choice
          name="type"
          label={text('import-export.type')}
          value={uid}
          options={types.map((one) => ({
            value: one.uid,
            label: formatMessage({ id: one.type, defaultMessage: one.type }),
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

/** Page that starts imports and exports. */
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
