-- api::series.series
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id || '#0' AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1."name" AS "name",
                d1."slug" AS "slug",
                d1."duration" AS "duration",
                d1."language" AS "language",
                d1."m_3_u_8_link" AS "m3u8Link",
                d1."summary" AS "summary",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d2.document_id AS "mark",
                        d2."id" AS "id",
                        d2."document_id" AS "documentId",
                        d2.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d2l
                  JOIN "files" d2 ON d2.id = d2l."file_id"
                  WHERE d2l."related_id" = d1.id AND d2l."field" = 'image' AND d2l."related_type" = 'api::episode.episode'
                  ORDER BY d2l."order", d2l.id
                  LIMIT 1
                ) AS "image",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d3.document_id AS "mark",
                        d3."id" AS "id",
                        d3."document_id" AS "documentId",
                        d3."name" AS "name"
                    ) o
                  ) ORDER BY d3l."protagonist_ord", d3l.id), '[]'::json)
                  FROM "episodes_protagonists_lnk" d3l
                  JOIN "protagonists" d3 ON d3.id = d3l."protagonist_id"
                  WHERE d3l."episode_id" = d1.id AND d3.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4.document_id AS "mark",
                        d4."id" AS "id",
                        d4."document_id" AS "documentId",
                        d4."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d5.document_id AS "mark",
                                d5."id" AS "id",
                                d5."document_id" AS "documentId",
                                d5.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d5l
                          JOIN "files" d5 ON d5.id = d5l."file_id"
                          WHERE d5l."related_id" = d4.id AND d5l."field" = 'logo' AND d5l."related_type" = 'api::channel.channel'
                          ORDER BY d5l."order", d5l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d6."id" AS "id",
                                d6."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d6l
                          JOIN "components_label_green_tags" d6 ON d6.id = d6l."cmp_id"
                          WHERE d6l."entity_id" = d4.id AND d6l."field" = 'greenTag'
                          ORDER BY d6l."order", d6l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d4l."channel_ord", d4l.id), '[]'::json)
                  FROM "episodes_channels_lnk" d4l
                  JOIN "channels" d4 ON d4.id = d4l."channel_id"
                  WHERE d4l."episode_id" = d1.id AND d4.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d7.document_id AS "mark",
                        d7."id" AS "id",
                        d7."document_id" AS "documentId",
                        d7."name" AS "name",
                        d7."slug" AS "slug"
                    ) o
                  ) ORDER BY d7l."series_ord", d7l.id), '[]'::json)
                  FROM "series_episodes_lnk" d7l
                  JOIN "series" d7 ON d7.id = d7l."series_id"
                  WHERE d7l."episode_id" = d1.id AND d7.published_at IS NOT NULL
                ) AS "series"
            ) o
          ) ORDER BY d1l."episode_ord", d1l.id), '[]'::json)
          FROM "series_episodes_lnk" d1l
          JOIN "episodes" d1 ON d1.id = d1l."episode_id"
          WHERE d1l."series_id" = d.id AND d1.published_at IS NOT NULL
        ) AS "episodes"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "series" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::series.series
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id || '#0' AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1."name" AS "name",
                d1."slug" AS "slug",
                d1."duration" AS "duration",
                d1."language" AS "language",
                d1."m_3_u_8_link" AS "m3u8Link",
                d1."summary" AS "summary",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d2.document_id AS "mark",
                        d2."id" AS "id",
                        d2."document_id" AS "documentId",
                        d2.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d2l
                  JOIN "files" d2 ON d2.id = d2l."file_id"
                  WHERE d2l."related_id" = d1.id AND d2l."field" = 'image' AND d2l."related_type" = 'api::episode.episode'
                  ORDER BY d2l."order", d2l.id
                  LIMIT 1
                ) AS "image",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d3.document_id AS "mark",
                        d3."id" AS "id",
                        d3."document_id" AS "documentId",
                        d3."name" AS "name"
                    ) o
                  ) ORDER BY d3l."protagonist_ord", d3l.id), '[]'::json)
                  FROM "episodes_protagonists_lnk" d3l
                  JOIN "protagonists" d3 ON d3.id = d3l."protagonist_id"
                  WHERE d3l."episode_id" = d1.id AND d3.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4.document_id AS "mark",
                        d4."id" AS "id",
                        d4."document_id" AS "documentId",
                        d4."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d5.document_id AS "mark",
                                d5."id" AS "id",
                                d5."document_id" AS "documentId",
                                d5.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d5l
                          JOIN "files" d5 ON d5.id = d5l."file_id"
                          WHERE d5l."related_id" = d4.id AND d5l."field" = 'logo' AND d5l."related_type" = 'api::channel.channel'
                          ORDER BY d5l."order", d5l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d6."id" AS "id",
                                d6."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d6l
                          JOIN "components_label_green_tags" d6 ON d6.id = d6l."cmp_id"
                          WHERE d6l."entity_id" = d4.id AND d6l."field" = 'greenTag'
                          ORDER BY d6l."order", d6l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d4l."channel_ord", d4l.id), '[]'::json)
                  FROM "episodes_channels_lnk" d4l
                  JOIN "channels" d4 ON d4.id = d4l."channel_id"
                  WHERE d4l."episode_id" = d1.id AND d4.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d7.document_id AS "mark",
                        d7."id" AS "id",
                        d7."document_id" AS "documentId",
                        d7."name" AS "name",
                        d7."slug" AS "slug"
                    ) o
                  ) ORDER BY d7l."series_ord", d7l.id), '[]'::json)
                  FROM "series_episodes_lnk" d7l
                  JOIN "series" d7 ON d7.id = d7l."series_id"
                  WHERE d7l."episode_id" = d1.id AND d7.published_at IS NOT NULL
                ) AS "series",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d8.document_id AS "mark_of",
                        d8."need_login" AS "value"
                    ) o
                  ) ORDER BY d8l."series_ord", d8l.id), '[]'::json)
                  FROM "series_episodes_lnk" d8l
                  JOIN "series" d8 ON d8.id = d8l."series_id"
                  WHERE d8l."episode_id" = d1.id AND d8.published_at IS NOT NULL
                ) AS "logins"
            ) o
          ) ORDER BY d1l."episode_ord", d1l.id), '[]'::json)
          FROM "series_episodes_lnk" d1l
          JOIN "episodes" d1 ON d1.id = d1l."episode_id"
          WHERE d1l."series_id" = d.id AND d1.published_at IS NOT NULL
        ) AS "episodes"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "series" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
