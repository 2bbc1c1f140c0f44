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
                coalesce((
                  SELECT nullif(d2."name", '')
                  FROM "episodes_cmps" d2l
                  JOIN "components_language_episode_texts" d2 ON d2.id = d2l."cmp_id"
                  WHERE d2l."entity_id" = d1.id AND d2l."field" = 'texts' AND d2."language" = $3
                  ORDER BY d2l."order", d2l.id
                  LIMIT 1
                ), d1."name") AS "name",
                d1."slug" AS "slug",
                d1."duration" AS "duration",
                d1."language" AS "language",
                d1."m_3_u_8_link" AS "m3u8Link",
                coalesce((
                  SELECT nullif(d3."summary", '')
                  FROM "episodes_cmps" d3l
                  JOIN "components_language_episode_texts" d3 ON d3.id = d3l."cmp_id"
                  WHERE d3l."entity_id" = d1.id AND d3l."field" = 'texts' AND d3."language" = $3
                  ORDER BY d3l."order", d3l.id
                  LIMIT 1
                ), d1."summary") AS "summary",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4.document_id AS "mark",
                        d4."id" AS "id",
                        d4."document_id" AS "documentId",
                        d4.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d4l
                  JOIN "files" d4 ON d4.id = d4l."file_id"
                  WHERE d4l."related_id" = d1.id AND d4l."field" = 'image' AND d4l."related_type" = 'api::episode.episode'
                  ORDER BY d4l."order", d4l.id
                  LIMIT 1
                ) AS "image",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d5.document_id AS "mark",
                        d5."id" AS "id",
                        d5."document_id" AS "documentId",
                        d5."name" AS "name"
                    ) o
                  ) ORDER BY d5l."protagonist_ord", d5l.id), '[]'::json)
                  FROM "episodes_protagonists_lnk" d5l
                  JOIN "protagonists" d5 ON d5.id = d5l."protagonist_id"
                  WHERE d5l."episode_id" = d1.id AND d5.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6.document_id AS "mark",
                        d6."id" AS "id",
                        d6."document_id" AS "documentId",
                        d6."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d7.document_id AS "mark",
                                d7."id" AS "id",
                                d7."document_id" AS "documentId",
                                d7.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d7l
                          JOIN "files" d7 ON d7.id = d7l."file_id"
                          WHERE d7l."related_id" = d6.id AND d7l."field" = 'logo' AND d7l."related_type" = 'api::channel.channel'
                          ORDER BY d7l."order", d7l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d8."id" AS "id",
                                d8."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d8l
                          JOIN "components_label_green_tags" d8 ON d8.id = d8l."cmp_id"
                          WHERE d8l."entity_id" = d6.id AND d8l."field" = 'greenTag'
                          ORDER BY d8l."order", d8l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d6l."channel_ord", d6l.id), '[]'::json)
                  FROM "episodes_channels_lnk" d6l
                  JOIN "channels" d6 ON d6.id = d6l."channel_id"
                  WHERE d6l."episode_id" = d1.id AND d6.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d9.document_id AS "mark",
                        d9."id" AS "id",
                        d9."document_id" AS "documentId",
                        d9."name" AS "name",
                        d9."slug" AS "slug"
                    ) o
                  ) ORDER BY d9l."series_ord", d9l.id), '[]'::json)
                  FROM "series_episodes_lnk" d9l
                  JOIN "series" d9 ON d9.id = d9l."series_id"
                  WHERE d9l."episode_id" = d1.id AND d9.published_at IS NOT NULL
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
                coalesce((
                  SELECT nullif(d2."name", '')
                  FROM "episodes_cmps" d2l
                  JOIN "components_language_episode_texts" d2 ON d2.id = d2l."cmp_id"
                  WHERE d2l."entity_id" = d1.id AND d2l."field" = 'texts' AND d2."language" = $3
                  ORDER BY d2l."order", d2l.id
                  LIMIT 1
                ), d1."name") AS "name",
                d1."slug" AS "slug",
                d1."duration" AS "duration",
                d1."language" AS "language",
                d1."m_3_u_8_link" AS "m3u8Link",
                coalesce((
                  SELECT nullif(d3."summary", '')
                  FROM "episodes_cmps" d3l
                  JOIN "components_language_episode_texts" d3 ON d3.id = d3l."cmp_id"
                  WHERE d3l."entity_id" = d1.id AND d3l."field" = 'texts' AND d3."language" = $3
                  ORDER BY d3l."order", d3l.id
                  LIMIT 1
                ), d1."summary") AS "summary",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4.document_id AS "mark",
                        d4."id" AS "id",
                        d4."document_id" AS "documentId",
                        d4.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d4l
                  JOIN "files" d4 ON d4.id = d4l."file_id"
                  WHERE d4l."related_id" = d1.id AND d4l."field" = 'image' AND d4l."related_type" = 'api::episode.episode'
                  ORDER BY d4l."order", d4l.id
                  LIMIT 1
                ) AS "image",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d5.document_id AS "mark",
                        d5."id" AS "id",
                        d5."document_id" AS "documentId",
                        d5."name" AS "name"
                    ) o
                  ) ORDER BY d5l."protagonist_ord", d5l.id), '[]'::json)
                  FROM "episodes_protagonists_lnk" d5l
                  JOIN "protagonists" d5 ON d5.id = d5l."protagonist_id"
                  WHERE d5l."episode_id" = d1.id AND d5.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6.document_id AS "mark",
                        d6."id" AS "id",
                        d6."document_id" AS "documentId",
                        d6."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d7.document_id AS "mark",
                                d7."id" AS "id",
                                d7."document_id" AS "documentId",
                                d7.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d7l
                          JOIN "files" d7 ON d7.id = d7l."file_id"
                          WHERE d7l."related_id" = d6.id AND d7l."field" = 'logo' AND d7l."related_type" = 'api::channel.channel'
                          ORDER BY d7l."order", d7l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d8."id" AS "id",
                                d8."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d8l
                          JOIN "components_label_green_tags" d8 ON d8.id = d8l."cmp_id"
                          WHERE d8l."entity_id" = d6.id AND d8l."field" = 'greenTag'
                          ORDER BY d8l."order", d8l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d6l."channel_ord", d6l.id), '[]'::json)
                  FROM "episodes_channels_lnk" d6l
                  JOIN "channels" d6 ON d6.id = d6l."channel_id"
                  WHERE d6l."episode_id" = d1.id AND d6.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d9.document_id AS "mark",
                        d9."id" AS "id",
                        d9."document_id" AS "documentId",
                        d9."name" AS "name",
                        d9."slug" AS "slug"
                    ) o
                  ) ORDER BY d9l."series_ord", d9l.id), '[]'::json)
                  FROM "series_episodes_lnk" d9l
                  JOIN "series" d9 ON d9.id = d9l."series_id"
                  WHERE d9l."episode_id" = d1.id AND d9.published_at IS NOT NULL
                ) AS "series",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d10.document_id AS "mark_of",
                        d10."need_login" AS "value"
                    ) o
                  ) ORDER BY d10l."series_ord", d10l.id), '[]'::json)
                  FROM "series_episodes_lnk" d10l
                  JOIN "series" d10 ON d10.id = d10l."series_id"
                  WHERE d10l."episode_id" = d1.id AND d10.published_at IS NOT NULL
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
