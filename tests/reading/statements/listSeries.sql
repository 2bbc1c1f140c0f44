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
                d4."name" AS "name",
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
              SELECT d5.document_id AS "mark",
                d5."id" AS "id",
                d5."document_id" AS "documentId",
                d5."name" AS "name"
            ) o
          ) ORDER BY d5l."category_ord", d5l.id), '[]'::json)
          FROM "series_categories_lnk" d5l
          JOIN "categories" d5 ON d5.id = d5l."category_id"
          WHERE d5l."series_id" = d.id AND d5.published_at IS NOT NULL
        ) AS "categories",
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
          FROM "series_channels_lnk" d6l
          JOIN "channels" d6 ON d6.id = d6l."channel_id"
          WHERE d6l."series_id" = d.id AND d6.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d9."id" AS "id",
                d9."title" AS "title",
                d9."description" AS "description",
                d9."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d10.document_id AS "mark",
                        d10."id" AS "id",
                        d10."document_id" AS "documentId",
                        d10.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d10l
                  JOIN "files" d10 ON d10.id = d10l."file_id"
                  WHERE d10l."related_id" = d9.id AND d10l."field" = 'image' AND d10l."related_type" = 'shared.seo'
                  ORDER BY d10l."order", d10l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "series_cmps" d9l
          JOIN "components_shared_seos" d9 ON d9.id = d9l."cmp_id"
          WHERE d9l."entity_id" = d.id AND d9l."field" = 'seo'
          ORDER BY d9l."order", d9l.id
          LIMIT 1
        ) AS "seo",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d11."id" AS "id",
                d11."green_tag" AS "greenTag"
            ) o
          )
          FROM "series_cmps" d11l
          JOIN "components_label_green_tags" d11 ON d11.id = d11l."cmp_id"
          WHERE d11l."entity_id" = d.id AND d11l."field" = 'greenTag'
          ORDER BY d11l."order", d11l.id
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
                d4."name" AS "name",
                d4."m_3_u_8_link" AS "m3u8Link",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d5.document_id AS "mark_of",
                        d5."need_login" AS "value"
                    ) o
                  ) ORDER BY d5l."series_ord", d5l.id), '[]'::json)
                  FROM "series_episodes_lnk" d5l
                  JOIN "series" d5 ON d5.id = d5l."series_id"
                  WHERE d5l."episode_id" = d4.id AND d5.published_at IS NOT NULL
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
        ) AS "greenTag",
        d."need_login" AS "needLogin"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "series" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
