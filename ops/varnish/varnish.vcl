vcl 4.1;

# Varnish 6.6 or newer with varnish-modules, or Vinyl Cache, in front of two nodes. docs/how-to/cdn.md explains it;
# tests/cdn-purging and tests/delivery run it as it stands here, but for the addresses.

import directors;
import std;
import xkey;

probe ready {
  .url = "/_ready";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend cms1 {
  .host = "10.0.0.11";
  .port = "1337";
  .probe = ready;
  .connect_timeout = 2s;
  .first_byte_timeout = 60s;
}

backend cms2 {
  .host = "10.0.0.12";
  .port = "1337";
  .probe = ready;
  .connect_timeout = 2s;
  .first_byte_timeout = 60s;
}

# The same without a probe: where no node is ready, as while the database is away, what the nodes answer
# themselves is still the best there is.
backend anyway1 {
  .host = "10.0.0.11";
  .port = "1337";
  .connect_timeout = 2s;
}

backend anyway2 {
  .host = "10.0.0.12";
  .port = "1337";
  .connect_timeout = 2s;
}

# Who may purge: the nodes.
acl purgers {
  "10.0.0.11";
  "10.0.0.12";
}

sub vcl_init {
  new cms = directors.round_robin();
  cms.add_backend(cms1);
  cms.add_backend(cms2);
  new anyway = directors.round_robin();
  anyway.add_backend(anyway1);
  anyway.add_backend(anyway2);
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Callers that know PURGE_SECRET of this process's environment may purge too. Without it, none may.
    if (client.ip !~ purgers
        && (!std.getenv("PURGE_SECRET")
          || req.http.X-Purge-Secret != std.getenv("PURGE_SECRET"))) {
      return (synth(403, "Not allowed to purge"));
    }
    if (!req.http.xkey) {
      return (synth(400, "The header xkey names what is to be purged"));
    }
    set req.http.X-Purged = xkey.purge(req.http.xkey);
    return (synth(200, "Purged " + req.http.X-Purged));
  }

  # Only this file may say that something out of date will do.
  if (req.restarts == 0) {
    unset req.http.X-Stale;
  }

  # Never older than it may be while anybody can tell what is new, and otherwise whatever there is.
  if (std.healthy(cms.backend())) {
    set req.backend_hint = cms.backend();
    set req.grace = 0s;
  } else {
    set req.backend_hint = anyway.backend();
    set req.grace = 365d;
  }
  if (req.http.X-Stale) {
    set req.grace = 365d;
  }

  # Requests with credentials pass, and so does everything that is not a public read.
  if ((req.method != "GET" && req.method != "HEAD")
      || req.http.Authorization
      || req.url !~ "^/api/") {
    return (pass);
  }

  # Public reads know nobody: cookies, the panel's included, change nothing about them.
  unset req.http.Cookie;
  # The catalogue and the pages ignore other parameters, such as those of campaigns: one entry for all of them.
  if (req.url ~ "^/api/(products/(books|courses|masters|allProducts|productBySlug/[^/?]+/[^/?]+|productById/[^/?]+)|channels/[^/?]+|channel/[^/?]+|live/[^/?]+|protagonist/[^/?]+/[^/?]+|series/getSeries|series/[^/?]+/[^/?]+|episodes/bySeries/[^/?]+|episode/[^/?]+|home-pages/full-populate|presentials-page/presentials|get-books-page|contents-page/getContentPage|company-pages|channels-page/channels|platform-pages)(\?|$)") {
    set req.url = regsuball(req.url, "(?<=[?&])(?!(lang|vertical|page|pageSize|previewToken|include|fields|sort|category|channel|protagonist|priceFrom|priceTo)(=|%|\[|&|$))[^&]*(&|$)", "");
    set req.url = regsub(req.url, "[?&]+$", "");
  }
  set req.url = std.querysort(req.url);
  return (hash);
}

sub vcl_backend_fetch {
  # By this clock alone: the nodes' may differ.
  set bereq.http.X-Fetch-Began = std.time2real(now, 0.0);
}

sub vcl_backend_response {
  # A node that could not answer is not the only one.
  if (beresp.status >= 502 && bereq.retries < 3
      && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }

  # Nothing is kept that does not say for how long; Varnish would keep it for two minutes.
  if (beresp.http.Cache-Control !~ "s-maxage=[1-9]"
      || beresp.http.Set-Cookie
      || beresp.status >= 500) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }

  # What was asked for so long ago may be older than a change whose purges have already gone by: the second
  # comes EDGE_REPEAT_SECONDS (1.2) after the change, so that whatever is stored later has to have been
  # asked for later.
  if (std.time2real(now, 0.0) - std.real(bereq.http.X-Fetch-Began, 0.0) > 1.0) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }

  # For how long it may go on being served when nobody answers.
  set beresp.grace = 10m;
  if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
    set beresp.grace = std.duration(
      regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d+).*$", "\1") + "s", 10m);
  }
  return (deliver);
}

sub vcl_backend_error {
  if (bereq.retries < 3 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  set beresp.http.Content-Type = "application/json; charset=utf-8";
  set beresp.http.Retry-After = "5";
  set beresp.http.Cache-Control = "no-store";
  set beresp.body = """{"data":null,"error":{"status":503,"name":"ServiceUnavailableError","message":"The service is not available at the moment. Retry-After says how many seconds to wait.","details":{"code":"SERVICE_UNAVAILABLE"}}}""";
  return (deliver);
}

sub vcl_deliver {
  # Nobody answers, although they looked well: what is kept and out of date is better than an error.
  if (resp.status >= 502 && req.restarts == 0 && req.url ~ "^/api/" && !req.http.Authorization
      && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.X-Stale = "yes";
    return (restart);
  }

  # Tags are for this cache. Leave these lines out where another one in front of it wants them.
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;

  # After what the service said when it made the answer, such as that it was out of date.
  if (obj.hits > 0) {
    if (obj.ttl < 0s) {
      set resp.http.X-Cache-Status = {""varnish"; hit; detail=stale-if-error"};
      set resp.http.Cache-Control = "no-store";
    } else {
      set resp.http.X-Cache-Status = {""varnish"; hit"};
    }
  } else {
    set resp.http.X-Cache-Status = {""varnish"; fwd=miss"};
  }
  if (resp.http.Cache-Status) {
    set resp.http.Cache-Status = resp.http.Cache-Status + ", " + resp.http.X-Cache-Status;
  } else {
    set resp.http.Cache-Status = resp.http.X-Cache-Status;
  }
  unset resp.http.X-Cache-Status;

  # Nobody purges other caches on the way, so what this one may keep for a year they may not.
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, "s-maxage=\d+", "s-maxage=0");
  unset resp.http.Age;
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  set resp.http.Cache-Control = "no-store";
  synthetic(resp.reason);
  return (deliver);
}
