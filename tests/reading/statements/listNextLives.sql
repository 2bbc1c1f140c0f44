-- api::live.live
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."title" AS "title",
        d."slug" AS "slug",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          )
          FROM "lives_vertical_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."live_id" = d.id
          ORDER BY d1l.id
          LIMIT 1
        ) AS "vertical",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        to_char(d."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
        NULL::text AS "locale",
        d."close_room" AS "closeRoom",
        d."ondemand_title" AS "ondemandTitle",
        d."type" AS "type",
        d."ext_certificate" AS "extCertificate",
        d."ondemand_url_m_3_u_8" AS "ondemandUrlM3u8",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d2."id" AS "id",
                d2."title" AS "title",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d3."id" AS "id",
                        d3."hour" AS "hour",
                        d3."about" AS "about",
                        (
                          SELECT coalesce(json_agg((
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d4.document_id AS "mark",
                                d4."id" AS "id",
                                d4."document_id" AS "documentId",
                                d4."name" AS "name"
                            ) o
                          ) ORDER BY d4l."protagonist_ord", d4l.id), '[]'::json)
                          FROM "components_live_rows_protagonists_lnk" d4l
                          JOIN "protagonists" d4 ON d4.id = d4l."protagonist_id"
                          WHERE d4l."row_id" = d3.id AND d4.published_at IS NOT NULL
                        ) AS "protagonists"
                    ) o
                  ) ORDER BY d3l."order", d3l.id), '[]'::json)
                  FROM "components_live_programs_cmps" d3l
                  JOIN "components_live_rows" d3 ON d3.id = d3l."cmp_id"
                  WHERE d3l."entity_id" = d2.id AND d3l."field" = 'row'
                ) AS "row"
            ) o
          ) ORDER BY d2l."order", d2l.id), '[]'::json)
          FROM "lives_cmps" d2l
          JOIN "components_live_programs" d2 ON d2.id = d2l."cmp_id"
          WHERE d2l."entity_id" = d.id AND d2l."field" = 'program'
        ) AS "program",
        'Europe/Madrid'::text AS "timeZone",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d5."id" AS "id",
                d5."type_live" AS "typeLive",
                to_char(d5."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                d5."iframe_code" AS "iframeCode"
            ) o
          )
          FROM "lives_cmps" d5l
          JOIN "components_live_type_of_lives" d5 ON d5.id = d5l."cmp_id"
          WHERE d5l."entity_id" = d.id AND d5l."field" = 'typeOfLive'
          ORDER BY d5l."order", d5l.id
          LIMIT 1
        ) AS "typeOfLive",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d6.document_id AS "mark",
                d6."id" AS "id",
                d6."document_id" AS "documentId",
                d6.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d6l
          JOIN "files" d6 ON d6.id = d6l."file_id"
          WHERE d6l."related_id" = d.id AND d6l."field" = 'image' AND d6l."related_type" = 'api::live.live'
          ORDER BY d6l."order", d6l.id
          LIMIT 1
        ) AS "image",
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
          FROM "lives_protagonists_lnk" d7l
          JOIN "protagonists" d7 ON d7.id = d7l."protagonist_id"
          WHERE d7l."live_id" = d.id AND d7.published_at IS NOT NULL
        ) AS "protagonists",
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
          FROM "lives_channels_lnk" d8l
          JOIN "channels" d8 ON d8.id = d8l."channel_id"
          WHERE d8l."live_id" = d.id AND d8.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d11."id" AS "id",
                d11."green_tag" AS "greenTag"
            ) o
          )
          FROM "lives_cmps" d11l
          JOIN "components_label_green_tags" d11 ON d11.id = d11l."cmp_id"
          WHERE d11l."entity_id" = d.id AND d11l."field" = 'greenTag'
          ORDER BY d11l."order", d11l.id
          LIMIT 1
        ) AS "greenTag"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "lives" d ON d.document_id = w.document AND d.published_at IS NOT NULL
