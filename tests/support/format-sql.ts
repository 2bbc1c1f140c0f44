/** Matches a literal, a quoted name, a word, a number, a placeholder, or a single character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|\s+|[^]/g;

const CLAUSES = new Set(['FROM', 'JOIN', 'LEFT', 'WHERE', 'ORDER', 'LIMIT', 'UNION']);
const BRANCHES = new Set(['WHEN', 'ELSE']);

/** The content of one pair of parentheses: a query with its clause and indentation, or no query. */
type Level = { isQuery: boolean; clause: string; indent: number };

const indentOf = (text: string): number => /\n( *)[^\n]*$/.exec(text)?.[1]?.length ?? 0;

/** Formats a statement on many lines: each query, clause and column begins a line. */
export const formatSql = (statement: string): string => {
  const tokens = statement.match(TOKEN) ?? [];
  const levels: Level[] = [{ isQuery: true, clause: '', indent: 0 }];
  let text = '';
  const newLine = (indent: number): void => {
    text = `${text.trimEnd()}\n${' '.repeat(indent)}`;
  };

  for (const [index, token] of tokens.entries()) {
    const { isQuery = false, clause = '', indent = 0 } = levels.at(-1) ?? {};
    if (token === '(') {
      const level = {
        isQuery: tokens[index + 1] === 'SELECT',
        clause: '',
        indent: indentOf(text) + 2,
      };
      levels.push(level);
      text += token;
      if (level.isQuery) newLine(level.indent);
    } else if (token === ')') {
      levels.pop();
      if (isQuery) newLine(indent - 2);
      text += token;
    } else if (token === ',' && isQuery && clause === 'SELECT') {
      text += token;
      newLine(indent + 2);
    } else if (token.trim() === '') {
      if (!/\s$/.test(text)) text += ' ';
    } else {
      const isClause = isQuery && (token === 'SELECT' || CLAUSES.has(token));
      if (isClause && token !== 'SELECT' && tokens[index - 2] !== 'LEFT') newLine(indent);
      if (BRANCHES.has(token)) newLine(indent + 4);
      if (isClause) levels[levels.length - 1] = { isQuery, indent, clause: token };
      text += token;
    }
  }
  return `${text.trim()}\n`;
};
