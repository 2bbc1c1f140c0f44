import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import type { Language } from './named-languages';

export type LanguageRow = {
  key: string;
  label: string;
  cell: (language: Language) => ReactNode;
  /** Returns the address that a click on the cell opens; undefined if there is none. */
  address?: (language: Language) => string | undefined;
};

const Name = ({ row, languages }: { row: LanguageRow; languages: readonly Language[] }) => {
  const [address] = languages.flatMap((language) => row.address?.(language) ?? []);
  return address === undefined ? (
    <Typography>{row.label}</Typography>
  ) : (
    <Typography tag={Link} to={address} textColor="primary600">
      {row.label}
    </Typography>
  );
};

/** A cell that opens an address. Links and buttons in it keep their own meaning. */
const Cell = ({ row, language }: { row: LanguageRow; language: Language }) => {
  const navigate = useNavigate();
  const address = row.address?.(language);
  if (address === undefined) return <Td>{row.cell(language)}</Td>;
  const open = ({ target }: MouseEvent): void => {
    if ((target as Element).closest('a, button') !== null) return;
    navigate(address);
  };
  return (
    <Td onClick={open} style={{ cursor: 'pointer' }}>
      {row.cell(language)}
    </Td>
  );
};

/**
 * A table with one column a language. The name of a row opens the address of its first language.
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
      {rows.map((row) => (
        <Tr key={row.key}>
          <Td>
            <Name row={row} languages={languages} />
          </Td>
          {languages.map((language) => (
            <Cell key={language.code} row={row} language={language} />
          ))}
        </Tr>
      ))}
    </Tbody>
  </Table>
);
