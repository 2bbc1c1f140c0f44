import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Upload } from '@strapi/icons';
import { FileButton } from '../../../../platform/admin/FileButton';
import { modes, type ImportMode, type SheetType } from '../runs';
import { Choice } from '../../../../platform/admin/Choice';
import { useTexts } from './texts';
import { useStartRun } from './use-start-run';

/** Starts an import from a file, as drafts or published at once. */
export const ImportForm = ({ type }: { type: SheetType }) => {
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
