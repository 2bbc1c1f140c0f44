-- api::live.live
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        coalesce((
          SELECT nullif(d1."title", '')
          FROM "lives_cmps" d1l
          JOIN "components_language_live_texts" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'texts' AND d1."language" = $3
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ), d."title") AS "title",
        d."slug" AS "slug",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark_of",
                d2."slug" AS "value"
            ) o
          )
          FROM "lives_vertical_lnk" d2l
          JOIN "verticals" d2 ON d2.id = d2l."vertical_id"
          WHERE d2l."live_id" = d.id
          ORDER BY d2l.id
          LIMIT 1
        ) AS "vertical",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        to_char(d."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
        NULL::text AS "locale",
        d."close_room" AS "closeRoom",
        coalesce((
          SELECT nullif(d3."ondemand_title", '')
          FROM "lives_cmps" d3l
          JOIN "components_language_live_texts" d3 ON d3.id = d3l."cmp_id"
          WHERE d3l."entity_id" = d.id AND d3l."field" = 'texts' AND d3."language" = $3
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ), d."ondemand_title") AS "ondemandTitle",
        d."type" AS "type",
        d."ext_certificate" AS "extCertificate",
        d."ondemand_url_m_3_u_8" AS "ondemandUrlM3u8",
        coalesce((
          SELECT nullif((
            SELECT coalesce(json_agg((
              SELECT row_to_json(o)
              FROM (
                SELECT d5."id" AS "id",
                  d5."title" AS "title",
                  (
                    SELECT coalesce(json_agg((
                      SELECT row_to_json(o)
                      FROM (
                        SELECT d6."id" AS "id",
                          d6."hour" AS "hour",
                          d6."about" AS "about",
                          (
                            SELECT coalesce(json_agg((
                              SELECT row_to_json(o)
                              FROM (
                                SELECT d7.document_id AS "mark",
                                  d7."id" AS "id",
                                  d7."document_id" AS "documentId",
                                  d7."name" AS "name"
                              ) o
                            ) ORDER BY d7l."protagonist_ord", d7l.id), '[]'::json)
                            FROM "components_live_rows_protagonists_lnk" d7l
                            JOIN "protagonists" d7 ON d7.id = d7l."protagonist_id"
                            WHERE d7l."row_id" = d6.id AND d7.published_at IS NOT NULL
                          ) AS "protagonists"
                      ) o
                    ) ORDER BY d6l."order", d6l.id), '[]'::json)
                    FROM "components_live_programs_cmps" d6l
                    JOIN "components_live_rows" d6 ON d6.id = d6l."cmp_id"
                    WHERE d6l."entity_id" = d5.id AND d6l."field" = 'row'
                  ) AS "row"
              ) o
            ) ORDER BY d5l."order", d5l.id), '[]'::json)
            FROM "components_language_live_texts_cmps" d5l
            JOIN "components_live_programs" d5 ON d5.id = d5l."cmp_id"
            WHERE d5l."entity_id" = d4.id AND d5l."field" = 'program'
          )::text, '[]')::json
          FROM "lives_cmps" d4l
          JOIN "components_language_live_texts" d4 ON d4.id = d4l."cmp_id"
          WHERE d4l."entity_id" = d.id AND d4l."field" = 'texts' AND d4."language" = $3
          ORDER BY d4l."order", d4l.id
          LIMIT 1
        ), (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d8."id" AS "id",
                d8."title" AS "title",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d9."id" AS "id",
                        d9."hour" AS "hour",
                        d9."about" AS "about",
                        (
                          SELECT coalesce(json_agg((
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d10.document_id AS "mark",
                                d10."id" AS "id",
                                d10."document_id" AS "documentId",
                                d10."name" AS "name"
                            ) o
                          ) ORDER BY d10l."protagonist_ord", d10l.id), '[]'::json)
                          FROM "components_live_rows_protagonists_lnk" d10l
                          JOIN "protagonists" d10 ON d10.id = d10l."protagonist_id"
                          WHERE d10l."row_id" = d9.id AND d10.published_at IS NOT NULL
                        ) AS "protagonists"
                    ) o
                  ) ORDER BY d9l."order", d9l.id), '[]'::json)
                  FROM "components_live_programs_cmps" d9l
                  JOIN "components_live_rows" d9 ON d9.id = d9l."cmp_id"
                  WHERE d9l."entity_id" = d8.id AND d9l."field" = 'row'
                ) AS "row"
            ) o
          ) ORDER BY d8l."order", d8l.id), '[]'::json)
          FROM "lives_cmps" d8l
          JOIN "components_live_programs" d8 ON d8.id = d8l."cmp_id"
          WHERE d8l."entity_id" = d.id AND d8l."field" = 'program'
        )) AS "program",
        'Europe/Madrid'::text AS "timeZone",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d11."id" AS "id",
                d11."type_live" AS "typeLive",
                to_char(d11."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                d11."iframe_code" AS "iframeCode"
            ) o
          )
          FROM "lives_cmps" d11l
          JOIN "components_live_type_of_lives" d11 ON d11.id = d11l."cmp_id"
          WHERE d11l."entity_id" = d.id AND d11l."field" = 'typeOfLive'
          ORDER BY d11l."order", d11l.id
          LIMIT 1
        ) AS "typeOfLive",
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
          WHERE d12l."related_id" = d.id AND d12l."field" = 'image' AND d12l."related_type" = 'api::live.live'
          ORDER BY d12l."order", d12l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d13.document_id AS "mark",
                d13."id" AS "id",
                d13."document_id" AS "documentId",
                d13."name" AS "name"
            ) o
          ) ORDER BY d13l."protagonist_ord", d13l.id), '[]'::json)
          FROM "lives_protagonists_lnk" d13l
          JOIN "protagonists" d13 ON d13.id = d13l."protagonist_id"
          WHERE d13l."live_id" = d.id AND d13.published_at IS NOT NULL
        ) AS "protagonists",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d14.document_id AS "mark",
                d14."id" AS "id",
                d14."document_id" AS "documentId",
                d14."name" AS "name",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d15.document_id AS "mark",
                        d15."id" AS "id",
                        d15."document_id" AS "documentId",
                        d15.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d15l
                  JOIN "files" d15 ON d15.id = d15l."file_id"
                  WHERE d15l."related_id" = d14.id AND d15l."field" = 'logo' AND d15l."related_type" = 'api::channel.channel'
                  ORDER BY d15l."order", d15l.id
                  LIMIT 1
                ) AS "logo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d16."id" AS "id",
                        d16."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "channels_cmps" d16l
                  JOIN "components_label_green_tags" d16 ON d16.id = d16l."cmp_id"
                  WHERE d16l."entity_id" = d14.id AND d16l."field" = 'greenTag'
                  ORDER BY d16l."order", d16l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d14l."channel_ord", d14l.id), '[]'::json)
          FROM "lives_channels_lnk" d14l
          JOIN "channels" d14 ON d14.id = d14l."channel_id"
          WHERE d14l."live_id" = d.id AND d14.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d17."id" AS "id",
                d17."green_tag" AS "greenTag"
            ) o
          )
          FROM "lives_cmps" d17l
          JOIN "components_label_green_tags" d17 ON d17.id = d17l."cmp_id"
          WHERE d17l."entity_id" = d.id AND d17l."field" = 'greenTag'
          ORDER BY d17l."order", d17l.id
          LIMIT 1
        ) AS "greenTag"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "lives" d ON d.document_id = w.document AND d.published_at IS NOT NULL
