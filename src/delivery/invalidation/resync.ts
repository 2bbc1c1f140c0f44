import { escapeLiteral } from 'pg';
import type { Definition } from '../../platform/database/installer';
import type { DocumentStates } from './document-state';
import { byIndex, lockAll } from './locks';

/**
 * Returns SQL that stores the state of all published documents of a type.
 *
 * @param uid an SQL expression for the type's uid
 */
export const storeTypeState = (uid: string): string => `
    INSERT INTO delivery.documents (uid, document_id, locale, selection, links)
    SELECT ${uid}, s.document, s.language, s.tuple, s.digest
    FROM (SELECT array_agg(p.document) AS documents, array_agg(p.language) AS languages,
        array_agg(false) AS owns FROM delivery_published(${uid}) p) a,
      delivery_state(${uid}, a.documents, a.languages, a.owns) s WHERE s.is_there;`;

/**
 * Returns the functions that resync at every start. If the definition of a type's state has
 * changed, all of its documents are stored again. Rows written without the triggers, for example by
 * restoring a dump, are processed as if they had just been written.
 */
export const resyncDefinitions = (states: DocumentStates): readonly Definition[] => [
  {
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
          array_agg(false) AS owns
        FROM (SELECT * FROM delivery_published(type.uid) UNION
          SELECT d.document_id, d.locale FROM delivery.documents d WHERE d.uid = type.uid
        ) k(document, language)) a,
        delivery_state(type.uid, a.documents, a.languages, a.owns) s
      LEFT JOIN delivery.documents b
        ON b.uid = type.uid AND b.document_id = s.document AND b.locale = s.language
      WHERE NOT s.is_there OR (b.selection, b.links) IS DISTINCT FROM (s.tuple, s.digest)
      ON CONFLICT DO NOTHING;
      IF FOUND THEN PERFORM delivery_due(); END IF;
    ELSE
      ${lockAll}
      DELETE FROM delivery.documents d WHERE d.uid = type.uid;${storeTypeState('type.uid')}
      INSERT INTO delivery.types AS t VALUES (type.uid, type.digest)
      ON CONFLICT (uid) DO UPDATE SET digest = excluded.digest;
    END IF;
  END LOOP;
END $$ LANGUAGE plpgsql ${byIndex}`,
  },
];
