-- api::series.series
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."name" AS "name",
        d."slug" AS "slug",
        d."description" AS "description",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1."id" AS "id",
                d1."title" AS "title",
                d1."m_3_u_8_link" AS "m3u8Link",
                d1."company" AS "company"
            ) o
          )
          FROM "series_cmps" d1l
          JOIN "components_shared_head_videos" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'headVideo'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "headVideo",
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
          WHERE d2l."related_id" = d.id AND d2l."field" = 'image' AND d2l."related_type" = 'api::series.series'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d3.document_id AS "mark",
                d3."id" AS "id",
                d3."document_id" AS "documentId",
                d3.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d3l
          JOIN "files" d3 ON d3.id = d3l."file_id"
          WHERE d3l."related_id" = d.id AND d3l."field" = 'cardImage' AND d3l."related_type" = 'api::series.series'
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ) AS "cardImage",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d4.document_id AS "mark",
                d4."id" AS "id",
                d4."document_id" AS "documentId",
                coalesce((
                  SELECT nullif(d5."name", '')
                  FROM "episodes_cmps" d5l
                  JOIN "components_language_episode_texts" d5 ON d5.id = d5l."cmp_id"
                  WHERE d5l."entity_id" = d4.id AND d5l."field" = 'texts' AND d5."language" = $3
                  ORDER BY d5l."order", d5l.id
                  LIMIT 1
                ), d4."name") AS "name",
                d4."m_3_u_8_link" AS "m3u8Link"
            ) o
          ) ORDER BY d4l."episode_ord", d4l.id), '[]'::json)
          FROM "series_episodes_lnk" d4l
          JOIN "episodes" d4 ON d4.id = d4l."episode_id"
          WHERE d4l."series_id" = d.id AND d4.published_at IS NOT NULL
        ) AS "episodes",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d6.document_id AS "mark",
                d6."id" AS "id",
                d6."document_id" AS "documentId",
                d6."name" AS "name"
            ) o
          ) ORDER BY d6l."category_ord", d6l.id), '[]'::json)
          FROM "series_categories_lnk" d6l
          JOIN "categories" d6 ON d6.id = d6l."category_id"
          WHERE d6l."series_id" = d.id AND d6.published_at IS NOT NULL
        ) AS "categories",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d7.document_id AS "mark",
                d7."id" AS "id",
                d7."document_id" AS "documentId",
                d7."name" AS "name",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d8.document_id AS "mark",
                        d8."id" AS "id",
                        d8."document_id" AS "documentId",
                        d8.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d8l
                  JOIN "files" d8 ON d8.id = d8l."file_id"
                  WHERE d8l."related_id" = d7.id AND d8l."field" = 'logo' AND d8l."related_type" = 'api::channel.channel'
                  ORDER BY d8l."order", d8l.id
                  LIMIT 1
                ) AS "logo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d9."id" AS "id",
                        d9."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "channels_cmps" d9l
                  JOIN "components_label_green_tags" d9 ON d9.id = d9l."cmp_id"
                  WHERE d9l."entity_id" = d7.id AND d9l."field" = 'greenTag'
                  ORDER BY d9l."order", d9l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d7l."channel_ord", d7l.id), '[]'::json)
          FROM "series_channels_lnk" d7l
          JOIN "channels" d7 ON d7.id = d7l."channel_id"
          WHERE d7l."series_id" = d.id AND d7.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d10."id" AS "id",
                d10."title" AS "title",
                d10."description" AS "description",
                d10."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d11.document_id AS "mark",
                        d11."id" AS "id",
                        d11."document_id" AS "documentId",
                        d11.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d11l
                  JOIN "files" d11 ON d11.id = d11l."file_id"
                  WHERE d11l."related_id" = d10.id AND d11l."field" = 'image' AND d11l."related_type" = 'shared.seo'
                  ORDER BY d11l."order", d11l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "series_cmps" d10l
          JOIN "components_shared_seos" d10 ON d10.id = d10l."cmp_id"
          WHERE d10l."entity_id" = d.id AND d10l."field" = 'seo'
          ORDER BY d10l."order", d10l.id
          LIMIT 1
        ) AS "seo",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d12."id" AS "id",
                d12."green_tag" AS "greenTag"
            ) o
          )
          FROM "series_cmps" d12l
          JOIN "components_label_green_tags" d12 ON d12.id = d12l."cmp_id"
          WHERE d12l."entity_id" = d.id AND d12l."field" = 'greenTag'
          ORDER BY d12l."order", d12l.id
          LIMIT 1
        ) AS "greenTag"
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
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."name" AS "name",
        d."slug" AS "slug",
        d."description" AS "description",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1."id" AS "id",
                d1."title" AS "title",
                d1."m_3_u_8_link" AS "m3u8Link",
                d1."company" AS "company"
            ) o
          )
          FROM "series_cmps" d1l
          JOIN "components_shared_head_videos" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'headVideo'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "headVideo",
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
          WHERE d2l."related_id" = d.id AND d2l."field" = 'image' AND d2l."related_type" = 'api::series.series'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d3.document_id AS "mark",
                d3."id" AS "id",
                d3."document_id" AS "documentId",
                d3.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d3l
          JOIN "files" d3 ON d3.id = d3l."file_id"
          WHERE d3l."related_id" = d.id AND d3l."field" = 'cardImage' AND d3l."related_type" = 'api::series.series'
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ) AS "cardImage",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d4.document_id || '#0' AS "mark",
                d4."id" AS "id",
                d4."document_id" AS "documentId",
                coalesce((
                  SELECT nullif(d5."name", '')
                  FROM "episodes_cmps" d5l
                  JOIN "components_language_episode_texts" d5 ON d5.id = d5l."cmp_id"
                  WHERE d5l."entity_id" = d4.id AND d5l."field" = 'texts' AND d5."language" = $3
                  ORDER BY d5l."order", d5l.id
                  LIMIT 1
                ), d4."name") AS "name",
                d4."m_3_u_8_link" AS "m3u8Link",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6.document_id AS "mark_of",
                        d6."need_login" AS "value"
                    ) o
                  ) ORDER BY d6l."series_ord", d6l.id), '[]'::json)
                  FROM "series_episodes_lnk" d6l
                  JOIN "series" d6 ON d6.id = d6l."series_id"
                  WHERE d6l."episode_id" = d4.id AND d6.published_at IS NOT NULL
                ) AS "logins"
            ) o
          ) ORDER BY d4l."episode_ord", d4l.id), '[]'::json)
          FROM "series_episodes_lnk" d4l
          JOIN "episodes" d4 ON d4.id = d4l."episode_id"
          WHERE d4l."series_id" = d.id AND d4.published_at IS NOT NULL
        ) AS "episodes",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d7.document_id AS "mark",
                d7."id" AS "id",
                d7."document_id" AS "documentId",
                d7."name" AS "name"
            ) o
          ) ORDER BY d7l."category_ord", d7l.id), '[]'::json)
          FROM "series_categories_lnk" d7l
          JOIN "categories" d7 ON d7.id = d7l."category_id"
          WHERE d7l."series_id" = d.id AND d7.published_at IS NOT NULL
        ) AS "categories",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d8.document_id AS "mark",
                d8."id" AS "id",
                d8."document_id" AS "documentId",
                d8."name" AS "name",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d9.document_id AS "mark",
                        d9."id" AS "id",
                        d9."document_id" AS "documentId",
                        d9.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d9l
                  JOIN "files" d9 ON d9.id = d9l."file_id"
                  WHERE d9l."related_id" = d8.id AND d9l."field" = 'logo' AND d9l."related_type" = 'api::channel.channel'
                  ORDER BY d9l."order", d9l.id
                  LIMIT 1
                ) AS "logo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d10."id" AS "id",
                        d10."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "channels_cmps" d10l
                  JOIN "components_label_green_tags" d10 ON d10.id = d10l."cmp_id"
                  WHERE d10l."entity_id" = d8.id AND d10l."field" = 'greenTag'
                  ORDER BY d10l."order", d10l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d8l."channel_ord", d8l.id), '[]'::json)
          FROM "series_channels_lnk" d8l
          JOIN "channels" d8 ON d8.id = d8l."channel_id"
          WHERE d8l."series_id" = d.id AND d8.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d11."id" AS "id",
                d11."title" AS "title",
                d11."description" AS "description",
                d11."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d12.document_id AS "mark",
                        d12."id" AS "id",
                        d12."document_id" AS "documentId",
                        d12.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d12l
                  JOIN "files" d12 ON d12.id = d12l."file_id"
                  WHERE d12l."related_id" = d11.id AND d12l."field" = 'image' AND d12l."related_type" = 'shared.seo'
                  ORDER BY d12l."order", d12l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "series_cmps" d11l
          JOIN "components_shared_seos" d11 ON d11.id = d11l."cmp_id"
          WHERE d11l."entity_id" = d.id AND d11l."field" = 'seo'
          ORDER BY d11l."order", d11l.id
          LIMIT 1
        ) AS "seo",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d13."id" AS "id",
                d13."green_tag" AS "greenTag"
            ) o
          )
          FROM "series_cmps" d13l
          JOIN "components_label_green_tags" d13 ON d13.id = d13l."cmp_id"
          WHERE d13l."entity_id" = d.id AND d13l."field" = 'greenTag'
          ORDER BY d13l."order", d13l.id
          LIMIT 1
        ) AS "greenTag",
        d."need_login" AS "needLogin"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "series" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
