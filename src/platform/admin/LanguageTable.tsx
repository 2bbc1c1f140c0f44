import type { ReactNode } from 'react';
import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import type { Language } from './named-languages';

export type LanguageRow = {
  key: string;
  called: string;
  cell: (language: Language) => ReactNode;
};

/**
 * A table with one column a language.
 *
 * @param heading of the column with the names of the rows
 */
export const LanguageTable = ({
  heading,
  languages,
  rows,
}: {
  heading: string;
  languages: readonly Language[];
  rows: readonly LanguageRow[];
}) => (
  <Table colCount={languages.length + 1} rowCount={rows.length + 1}>
    <Thead>
      <Tr>
        <Th>
          <Typography variant="sigma">{heading}</Typography>
        </Th>
        {languages.map(({ code, name }) => (
          <Th key={code}>
            <Typography variant="sigma">{name}</Typography>
          </Th>
        ))}
      </Tr>
    </Thead>
    <Tbody>
      {rows.map(({ key, called, cell }) => (
        <Tr key={key}>
          <Td>
            <Typography>{called}</Typography>
          </Td>
          {languages.map((language) => (
            <Td key={language.code}>{cell(language)}</Td>
          ))}
        </Tr>
      ))}
    </Tbody>
  </Table>
);
