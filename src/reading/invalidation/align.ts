import { escapeLiteral } from 'pg';
import type { Definition } from '../../database/installer';
import type { DocumentStates } from './document-state';
import { byIndex, lockAll } from './locks';

/**
 * Has a function remember all published documents of a type, as they are now.
 *
 * @param uid an SQL expression for the type's uid
 */
export const rememberType = (uid: string): string => `
    INSERT INTO delivery.documents (uid, document_id, locale, selection, links)
    SELECT ${uid}, s.document, s.language, s.tuple, s.digest
    FROM (SELECT array_agg(p.document) AS documents, array_agg(p.language) AS languages,
        array_agg(false) AS owns FROM delivery_published(${uid}) p) a,
      delivery_state(${uid}, a.documents, a.languages, a.owns) s WHERE s.is_there;`;

/**
 * At every start: remembers types anew that are to be remembered in another way, and has what was written past the
 * triggers, as restoring a dump may do, settled as if it had just been written.
 */
export const alignDefinition = (states: DocumentStates): Definition => ({
  kind: 'function',
  name: 'delivery_align()',
  create: `
CREATE OR REPLACE FUNCTION delivery_align() RETURNS void AS $$
DECLARE
  type record;
BEGIN
  DELETE FROM delivery.pending p WHERE p.tx < pg_snapshot_xmin(pg_current_snapshot());
  FOR type IN SELECT * FROM (VALUES ${states.types
    .map(({ uid, digest }) => `(${escapeLiteral(uid)}, ${escapeLiteral(digest)})`)
    .join(', ')}) v(uid, digest)
  LOOP
    IF EXISTS (SELECT FROM delivery.types t WHERE t.uid = type.uid AND t.digest = type.digest) THEN
      INSERT INTO delivery.pending (tx, uid, document_id, locale, own)
      SELECT pg_current_xact_id(), type.uid, s.document, s.language, false
      FROM (SELECT array_agg(k.document) AS documents, array_agg(k.language) AS languages,
          array_agg(false) AS owns FROM (
            SELECT p.document, p.language FROM delivery_published(type.uid) p
            UNION SELECT d.document_id, d.locale FROM delivery.documents d WHERE d.uid = type.uid) k) a,
        delivery_state(type.uid, a.documents, a.languages, a.owns) s
      LEFT JOIN delivery.documents b
        ON b.uid = type.uid AND b.document_id = s.document AND b.locale = s.language
      WHERE (b.uid IS NOT NULL) <> s.is_there
        OR b.selection IS DISTINCT FROM s.tuple OR b.links IS DISTINCT FROM s.digest
      ON CONFLICT DO NOTHING;
      IF FOUND THEN PERFORM delivery_due(); END IF;
    ELSE
      ${lockAll}
      DELETE FROM delivery.documents d WHERE d.uid = type.uid;${rememberType('type.uid')}
      INSERT INTO delivery.types AS t VALUES (type.uid, type.digest)
      ON CONFLICT (uid) DO UPDATE SET digest = excluded.digest;
    END IF;
  END LOOP;
END $$ LANGUAGE plpgsql ${byIndex}`,
});
