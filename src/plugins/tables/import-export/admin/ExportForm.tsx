import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { formats, layouts, type SheetFormat, type SheetLayout, type SheetType } from '../runs';
import { exportAddress } from './addresses';
import { Choice } from '../../../../platform/admin/Choice';
import { useTexts } from './texts';
import { useStartRun } from './use-start-run';

/**
 * Starts an export with a layout and a file format.
 *
 * @param list query of the list whose entries are exported; empty: all entries
 */
export const ExportForm = ({ type, list }: { type: SheetType; list: string }) => {
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
