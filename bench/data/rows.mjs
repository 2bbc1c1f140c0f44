/**
 * Writes entries in bulk as rows of Strapi's tables. Writing ten thousand products one by one, as
 * an editor does, would take hours.
 *
 * @typedef {import('./catalogue.mjs').Entry} Entry
 * @typedef {import('./catalogue.mjs').Data} Data
 * @typedef {import('@strapi/types').Core.Strapi} Strapi
 * @typedef {Record<string, unknown>} Row
 * @typedef {(table: string, rows: readonly Row[]) => Promise<void>} Insert
 *
 * @typedef {object} Column
 * @property {string} [columnName]
 * @property {{
 *   name: string,
 *   joinColumn: { name: string },
 *   inverseJoinColumn: { name: string },
 *   orderColumnName?: string,
 *   inverseOrderColumnName?: string,
 * }} [joinTable]
 *
 * @typedef {object} Attribute
 * @property {string} type
 * @property {string} [target]
 * @property {string} [component]
 */

const MADE_AT = '2026-01-15 08:00:00.000';
const statuses = /** @type {const} */ (['draft', 'published']);

/** @param {{ strapi: Strapi }} context */
const modelsOf = ({ strapi }) => {
  /** @param {string} uid */
  const find = (uid) => {
    const model =
      /** @type {{ attributes: Record<string, Attribute>, options?: { draftAndPublish?: boolean }, pluginOptions?: { i18n?: { localized?: boolean } } }} */ (
        /** @type {unknown} */ (
          strapi.getModel(/** @type {import('@strapi/types').UID.Schema} */ (uid))
        )
      );
    const metadata = strapi.db.metadata.get(uid);
    return {
      table: metadata.tableName,
      attributes: model.attributes,
      columns: /** @type {Record<string, Column>} */ (/** @type {unknown} */ (metadata.attributes)),
      hasDrafts: model.options?.draftAndPublish === true,
      isLocalized: model.pluginOptions?.i18n?.localized === true,
    };
  };
  /** @type {Map<string, ReturnType<typeof find>>} */
  const models = new Map();
  return (/** @type {string} */ uid) => {
    const model = models.get(uid) ?? find(uid);
    models.set(uid, model);
    return model;
  };
};

/**
 * @param {{ strapi: Strapi, insert: Insert }} options
 */
export const createRows = ({ strapi, insert }) => {
  const models = modelsOf({ strapi });
  /** @type {Map<string, number>} */
  const lastIds = new Map();
  /** @type {Map<string, number>} */
  const rowIds = new Map();
  /** @type {Map<string, Row[]>} */
  const things = new Map();
  /** @type {Map<string, Row[]>} */
  const links = new Map();

  /** @param {string} table */
  const nextId = (table) => {
    const id = (lastIds.get(table) ?? 0) + 1;
    lastIds.set(table, id);
    return id;
  };

  /** @param {Map<string, Row[]>} to @param {string} table @param {Row} row */
  const push = (to, table, row) => {
    const rows = to.get(table);
    if (rows === undefined) to.set(table, [row]);
    else rows.push(row);
  };

  /** @param {string} uid @param {string} documentId @param {string} locale @param {string} status */
  const keyOf = (uid, documentId, locale, status) => {
    const { hasDrafts, isLocalized } = models(uid);
    return [uid, documentId, isLocalized ? locale || 'es' : '', hasDrafts ? status : ''].join(' ');
  };

  /**
   * Returns the scalar columns of a row, and collects the rows of other tables.
   *
   * @param {string} uid
   * @param {number} id
   * @param {Data} data
   * @param {{ locale: string, status: string }} version
   */
  const spread = (uid, id, data, version) => {
    const { attributes, columns } = models(uid);
    /** @type {Row} */
    const row = { id };
    for (const [name, value] of Object.entries(data)) {
      const { type, target = '', component = '' } = attributes[name] ?? { type: 'none' };
      const { columnName = name, joinTable } = columns[name] ?? {};
      if (type === 'none') throw new Error(`${uid} has no ${name}`);
      if (type === 'media') {
        push(links, 'files_related_mph', {
          file_id: value,
          related_id: id,
          related_type: uid,
          field: name,
          order: 1,
        });
      } else if (joinTable === undefined) {
        row[columnName] = value;
      } else if (type === 'component') {
        for (const [index, part] of [/** @type {Data | Data[]} */ (value)].flat().entries()) {
          const { table } = models(component);
          const partId = nextId(table);
          push(things, table, spread(component, partId, part, version));
          push(links, joinTable.name, {
            [joinTable.joinColumn.name]: id,
            [joinTable.inverseJoinColumn.name]: partId,
            component_type: component,
            field: name,
            order: index + 1,
          });
        }
      } else {
        for (const [index, documentId] of /** @type {string[]} */ (value).entries()) {
          const { orderColumnName, inverseOrderColumnName } = joinTable;
          push(links, joinTable.name, {
            [joinTable.joinColumn.name]: id,
            [joinTable.inverseJoinColumn.name]: rowIds.get(
              keyOf(target, documentId, version.locale, version.status),
            ),
            ...(orderColumnName ? { [orderColumnName]: index + 1 } : {}),
            ...(inverseOrderColumnName ? { [inverseOrderColumnName]: id } : {}),
          });
        }
      }
    }
    return row;
  };

  return {
    /**
     * Adds a draft and a published row in each locale; the entries that it references must have
     * been added before.
     */
    add(/** @type {Entry} */ { uid, documentId, locales }) {
      const { table, hasDrafts, isLocalized } = models(uid);
      for (const [locale, data] of Object.entries(locales)) {
        for (const status of hasDrafts ? statuses : statuses.slice(0, 1)) {
          const id = nextId(table);
          rowIds.set(keyOf(uid, documentId, locale, status), id);
          push(things, table, {
            ...spread(uid, id, data, { locale, status }),
            document_id: documentId,
            created_at: MADE_AT,
            updated_at: MADE_AT,
            published_at: !hasDrafts || status === 'published' ? MADE_AT : null,
            ...(isLocalized ? { locale } : {}),
          });
        }
      }
    },

    /** Adds a row unchanged. @param {string} table @param {Row} row */
    addRow(table, row) {
      push(things, table, { ...row, id: nextId(table) });
    },

    /** Writes all rows added so far. */
    async flush() {
      for (const [table, rows] of [...things, ...links]) await insert(table, rows);
      things.clear();
      links.clear();
    },

    /** Returns the tables whose IDs were assigned here, with the last ID of each. */
    lastIds: () => [...lastIds],
  };
};
