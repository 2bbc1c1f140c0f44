import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Choice } from '#platform/admin/Choice';
import { delimiters, encodings, type Run, type Source } from '../runs';
import { useTexts } from './texts';
import { useReadAgain } from './use-runs';

/** Shows the first cells of the file, so that users notice a wrong encoding or separator. */
const SampleTable = ({ sample }: Pick<Source, 'sample'>) => (
  <Box overflow="auto" data-sample>
    <table>
      <tbody>
        {sample.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <Box tag={row === 0 ? 'th' : 'td'} key={column} paddingRight={4} textAlign="left">
                <Typography variant="pi" fontWeight={row === 0 ? 'bold' : 'regular'}>
                  {cell}
                </Typography>
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Box>
);

/** Reads the same file again with another encoding, separator or sheet. */
const ReadAgain = ({ run, source }: { run: Run; source: Source }) => {
  const text = useTexts();
  const { file, isBusy, readAgain } = useReadAgain(run);
  const [encoding, setEncoding] = useState(source.encoding);
  const [delimiter, setDelimiter] = useState(source.delimiter);
  const [sheet, setSheet] = useState(source.sheet);
  const sheets =
    source.sheet === null
      ? []
      : [...new Set([source.sheet, ...(source.otherSheets ?? []), ...source.hiddenSheets])];
  if (file === undefined || (encoding === null && sheets.length < 2)) return null;
  const isSame =
    encoding === source.encoding && delimiter === source.delimiter && sheet === source.sheet;
  const parts = delimiters.map((value) => ({
    value,
    label: text(`import-export.delimiter.${value === '\t' ? 'tab' : value}`),
  }));
  return (
    <Flex gap={3} alignItems="flex-end" wrap="wrap">
      {encoding !== null && delimiter !== null && (
        <>
          <Box>
            <Choice
              name="encoding"
              label={text('import-export.encoding')}
              value={encoding}
              options={encodings.map((value) => ({
                value,
                label: text(`import-export.encoding.${value}`),
              }))}
              onChange={setEncoding}
            />
          </Box>
          <Box>
            <Choice
              name="delimiter"
              label={text('import-export.delimiter')}
              value={delimiter}
              options={
                parts.some(({ value }) => value === delimiter)
                  ? parts
                  : [{ value: delimiter, label: delimiter }, ...parts]
              }
              onChange={setDelimiter}
            />
          </Box>
        </>
      )}
      {sheet !== null && sheets.length > 1 && (
        <Box>
          <Choice
            name="sheet"
            label={text('import-export.sheet')}
            value={sheet}
            options={sheets.map((value) => ({ value, label: value }))}
            onChange={setSheet}
          />
        </Box>
      )}
      <Button
        variant="tertiary"
        loading={isBusy}
        disabled={isSame}
        onClick={() => readAgain({ encoding, delimiter, sheet })}
      >
        {text('import-export.read-again')}
      </Button>
    </Flex>
  );
};

/** Shows how a file was read, with a form to read it in another way. */
export const SourceNote = ({ run, source }: { run: Run; source: Source }) => {
  const text = useTexts();
  const { sheet, encoding, headingRow, hiddenSheets, otherSheets = [], sample } = source;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} data-source>
      <Typography textColor="neutral600">
        {sheet === null
          ? text('import-export.source.csv', {
              encoding: encoding === null ? '' : text(`import-export.encoding.${encoding}`),
              row: headingRow,
            })
          : text('import-export.source.workbook', { sheet, row: headingRow })}
      </Typography>
      {otherSheets.length > 0 && (
        <Typography textColor="neutral800">
          {text('import-export.source.others', { sheets: otherSheets.join(', ') })}
        </Typography>
      )}
      {hiddenSheets.length > 0 && (
        <Typography textColor="neutral800">
          {text('import-export.source.hidden', { sheets: hiddenSheets.join(', ') })}
        </Typography>
      )}
      <SampleTable sample={sample} />
      {run.state === 'checked' && <ReadAgain run={run} source={source} />}
    </Flex>
  );
};
