import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { createFieldFinder } from '#feature/custom-fields';
import { REFERENCE_PREFIX } from '#feature/link-reference';
import { LANGUAGES, createModelLookup } from '#delivery/plan/model';
import { DEFAULT_LOCALE_SETTING } from '#platform/strapi/default-locale';
import { listContentTypes } from '#platform/strapi/models';
import { createTableLookup } from '#platform/strapi/tables';
import { LINK_FIELD } from '#catalogue/links/link-fields';
import { linkables } from '#catalogue/links/linkables';
import { asAddressPart } from '../pattern';
import { linkSettings } from '../settings';
import { BUSINESS_LINE } from '#catalogue/business-line';

/** Function `(link, language, line, drafts)` with the results `address`, `keys` and `is_found`. */
export const ADDRESS_FUNCTION = 'link_address';

/** Function `(link, holder, row_id, drafts)` with the results `address` and `keys`. */
export const ADDRESS_IN_FUNCTION = 'link_address_in';

const buildFinderCases = ({ strapi }: WithStrapi): readonly string[] => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  return linkables.map(({ uid, lines, hasType }) => {
    const { name: table, column, link } = tables(uid);
    const { isLocalized } = models(uid);
    const buildColumnSql = (attribute: string): string => `d.${name(column(attribute))}`;
    const buildLinesSql = (): string => {
      if (lines === null) return 'NULL::bigint[]';
      const { table: between, from, to, order } = link(lines);
      const orderColumns = [...(order === null ? [] : [`l.${name(order)}`]), 'l.id'].join(', ');
      return `ARRAY(SELECT l.${name(to)}::bigint FROM ${name(between)} l WHERE l.${name(from)} = d.id ORDER BY ${orderColumns})`;
    };
    return `WHEN ${escapeLiteral(uid)} THEN
      SELECT ${buildColumnSql('slug')}, ${isLocalized ? 'd.locale' : 'NULL'}, ${hasType ? asAddressPart(buildColumnSql('type')) : `''`}, ${buildLinesSql()}
      INTO its_slug, its_language, its_type, its_lines
      FROM ${name(table)} d WHERE d.document_id = its_document AND (d.published_at IS NULL) = drafts${
        isLocalized
          ? ' AND d.locale IN (wanted, fallback) ORDER BY d.locale = wanted DESC, d.id DESC'
          : ' ORDER BY d.id DESC'
      } LIMIT 1;`;
  });
};

const buildPatternCases = ({ strapi }: WithStrapi): string => {
  const { column } = createTableLookup({ strapi })(BUSINESS_LINE);
  return linkables
    .map(
      ({ uid, patternAttribute }) =>
        `WHEN ${escapeLiteral(uid)} THEN v.${name(column(patternAttribute))}`,
    )
    .join(' ');
};

const buildDefaultCases = ({ strapi }: WithStrapi): string => {
  const { patterns } = linkSettings.of({ strapi });
  return linkables
    .map(({ uid }) => `WHEN ${escapeLiteral(uid)} THEN ${escapeLiteral(patterns[uid])}`)
    .join(' ');
};

/**
 * Defines the function that resolves a link to the address of its entry, by the address pattern of
 * a business line. The line is the one that shows the link, if the entry belongs to it or to none.
 * Otherwise it is the entry's first line, and its site precedes the path. The result is `/` if
 * visitors cannot see the entry.
 */
const defineAddressFunction = ({ strapi }: WithStrapi): Definition => {
  const verticals = createTableLookup({ strapi })(BUSINESS_LINE);
  return {
    kind: 'function',
    name: `${ADDRESS_FUNCTION}(text, text, bigint, boolean)`,
    create: `
CREATE OR REPLACE FUNCTION ${ADDRESS_FUNCTION}(link text, language text, line bigint, drafts boolean,
  OUT address text, OUT keys text, OUT is_found boolean) AS $$
DECLARE
  its_uid text := substring(link FROM '^${REFERENCE_PREFIX}([^/]+)/');
  its_document text := substring(link FROM '/([^/,#]+)$');
  fallback text := (SELECT s.value::jsonb #>> '{}' FROM strapi_core_store_settings s
    WHERE s.key = ${escapeLiteral(DEFAULT_LOCALE_SETTING)});
  wanted text := coalesce(language, fallback);
  its_slug text;
  its_language text;
  its_type text;
  its_lines bigint[];
  shown_by bigint := line;
  is_elsewhere boolean := false;
  its_pattern text;
  its_site text;
  its_line text;
BEGIN
  address := '/';
  keys := concat_ws(',', its_document, ${escapeLiteral(LANGUAGES)});
  is_found := false;
  CASE its_uid
    ${buildFinderCases({ strapi }).join('\n    ')}
    ELSE NULL;
  END CASE;
  IF coalesce(its_slug, '') = '' THEN RETURN; END IF;
  IF cardinality(its_lines) > 0 AND (line = ANY(its_lines)) IS NOT TRUE THEN
    shown_by := its_lines[1];
    is_elsewhere := true;
  END IF;
  SELECT CASE its_uid ${buildPatternCases({ strapi })} END, v.${name(verticals.column('siteAddress'))}, v.document_id
  INTO its_pattern, its_site, its_line
  FROM ${name(verticals.name)} v WHERE v.id = shown_by;
  its_pattern := coalesce(nullif(its_pattern, ''), CASE its_uid ${buildDefaultCases({ strapi })} END);
  address := CASE WHEN is_elsewhere THEN coalesce(rtrim(its_site, '/'), '') ELSE '' END ||
    replace(replace(replace(its_pattern, '{slug}', its_slug),
      '{lang}', coalesce(its_language, wanted, '')), '{type}', coalesce(its_type, ''));
  keys := concat_ws(',', keys, its_line);
  is_found := true;
END $$ LANGUAGE plpgsql STABLE`,
  };
};

/** Returns the cases of types with links, and their relation to one business line. */
const buildHolderCases = ({ strapi }: WithStrapi): readonly string[] => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const { concerns } = createFieldFinder({ strapi }, [LINK_FIELD]);
  return listContentTypes({ strapi })
    .filter(({ uid }) => concerns(uid))
    .map(({ uid }) => {
      const { attributes, isLocalized } = models(uid);
      const [line] = Object.entries(attributes).flatMap(([attribute, attributeModel]) =>
        attributeModel.target === BUSINESS_LINE &&
        !attributeModel.isMany &&
        attributeModel.mappedBy === undefined
          ? [attribute]
          : [],
      );
      const { name: table, link } = tables(uid);
      const buildLineSql = (attribute: string): string => {
        const { table: between, from, to } = link(attribute);
        return `(SELECT l.${name(to)} FROM ${name(between)} l WHERE l.${name(from)} = d.id ORDER BY l.id LIMIT 1)`;
      };
      return `WHEN ${escapeLiteral(uid)} THEN
      SELECT ${isLocalized ? 'd.locale' : 'NULL'}, ${line === undefined ? 'NULL' : buildLineSql(line)}
      INTO its_language, its_line FROM ${name(table)} d WHERE d.id = row_id;`;
    });
};

/**
 * Defines the function that resolves a link within a document's row, in its language and on the
 * site of its business line.
 */
const defineRowAddressFunction = ({ strapi }: WithStrapi): Definition => ({
  kind: 'function',
  name: `${ADDRESS_IN_FUNCTION}(text, text, bigint, boolean)`,
  create: `
CREATE OR REPLACE FUNCTION ${ADDRESS_IN_FUNCTION}(link text, holder text, row_id bigint, drafts boolean,
  OUT address text, OUT keys text) AS $$
DECLARE
  its_language text;
  its_line bigint;
BEGIN
  CASE holder
    ${buildHolderCases({ strapi }).join('\n    ')}
    ELSE NULL;
  END CASE;
  SELECT a.address, a.keys INTO address, keys
  FROM ${ADDRESS_FUNCTION}(link, its_language, its_line, drafts) a;
END $$ LANGUAGE plpgsql STABLE`,
});

/** Returns the functions that resolve links. */
export const linkDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => [
  defineAddressFunction({ strapi }),
  defineRowAddressFunction({ strapi }),
];
