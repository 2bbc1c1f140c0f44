import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import { canActOnAllEntries } from '#catalogue/access/limits';
import { FILES, type Dismissal, type GroupKey } from '../content-quality';
import type { Definition } from '#platform/database/installer';

/** Findings that somebody dismissed, by group. */
const DISMISSALS = 'desk.dismissals';

export const dismissalTable: Definition = {
  kind: 'table',
  name: DISMISSALS,
  create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${DISMISSALS} (
        code text NOT NULL,
        uid text NOT NULL,
        locale text NOT NULL DEFAULT '',
        reason text NOT NULL,
        until date NOT NULL,
        dismissed_by text NOT NULL,
        dismissed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (code, uid, locale)
      )`,
};

export const groupKeyOf = ({ code, uid, locale }: GroupKey): string =>
  JSON.stringify([code, uid, locale ?? '']);

const EDIT_FILES = 'plugin::upload.assets.update';
const EDIT_ENTRIES = 'plugin::content-manager.explorer.update';

/**
 * Returns whether the current user may dismiss a group and list it again. A dismissal hides the
 * findings of all entries from everybody, so roles that are limited to lines or own entries may not.
 *
 * @param ability the user's, from the request's state (`@casl/ability`)
 */
export const mayDismiss = (
  { strapi }: WithStrapi,
  ability: unknown,
  { uid, locale }: GroupKey,
): boolean => {
  const { can } = ability as { can: (action: string) => boolean };
  const isOfFiles = uid === FILES;
  const type = listContentTypes({ strapi }).find((contentType) => contentType.uid === uid)?.uid;
  const mayEdit = isOfFiles
    ? can.call(ability, EDIT_FILES)
    : type !== undefined && createEntryAccess({ strapi }, { ability, uid: type }).may('update');
  const action = isOfFiles ? EDIT_FILES : EDIT_ENTRIES;
  return mayEdit && canActOnAllEntries({ strapi }, { action, uid, locale });
};

/** Returns the dismissals that have not ended, by group. */
export const loadCurrentDismissals = async ({
  strapi,
}: WithStrapi): Promise<ReadonlyMap<string, Dismissal>> => {
  const { rows } = await sql(
    { strapi },
    `select code, uid, locale, reason, until::text as until, dismissed_by from ${DISMISSALS}
      where until >= current_date`,
  );
  return new Map(
    rows.map(({ code, uid, locale, reason, until, dismissed_by: author }) => [
      groupKeyOf({ code: String(code), uid: String(uid), locale: String(locale) }),
      { reason: String(reason), until: String(until), by: String(author) },
    ]),
  );
};

const listOf = (groups: readonly GroupKey[]): string =>
  JSON.stringify(groups.map(({ locale, ...group }) => ({ ...group, locale: locale ?? '' })));

/** Dismisses groups of findings until the end of a day. A later dismissal replaces an earlier one. */
export const dismissGroups = async (
  { strapi }: WithStrapi,
  groups: readonly GroupKey[],
  { reason, until, by }: Dismissal,
): Promise<void> => {
  await sql(
    { strapi },
    `insert into ${DISMISSALS} (code, uid, locale, reason, until, dismissed_by)
     select code, uid, locale, :reason, cast(:until as date), :by
       from jsonb_to_recordset(cast(:groups as jsonb)) g (code text, uid text, locale text)
     on conflict (code, uid, locale) do update set reason = excluded.reason, until = excluded.until,
       dismissed_by = excluded.dismissed_by, dismissed_at = now()`,
    { groups: listOf(groups), reason, until, by },
  );
};

/** Lists dismissed groups again. */
export const restoreGroups = async (
  { strapi }: WithStrapi,
  groups: readonly GroupKey[],
): Promise<void> => {
  await sql(
    { strapi },
    `delete from ${DISMISSALS} d
      using jsonb_to_recordset(cast(:groups as jsonb)) g (code text, uid text, locale text)
      where d.code = g.code and d.uid = g.uid and d.locale = g.locale`,
    { groups: listOf(groups) },
  );
};
