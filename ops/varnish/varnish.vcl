vcl 4.1;

# Varnish 6.6 or newer with varnish-modules, or Vinyl Cache, in front of two nodes. docs/how-to/cdn.md explains it;
# tests/cdn-purging and tests/delivery run this file with other addresses.

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

# The nodes without a probe. If no node is ready, as while the database is unavailable, the nodes still respond from
# their caches.
backend unprobed1 {
  .host = "10.0.0.11";
  .port = "1337";
  .connect_timeout = 2s;
}

backend unprobed2 {
  .host = "10.0.0.12";
  .port = "1337";
  .connect_timeout = 2s;
}

# Only the nodes may purge.
acl purgers {
  "10.0.0.11";
  "10.0.0.12";
}

sub vcl_init {
  new cms = directors.round_robin();
  cms.add_backend(cms1);
  cms.add_backend(cms2);
  new unprobed = directors.round_robin();
  unprobed.add_backend(unprobed1);
  unprobed.add_backend(unprobed2);
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Callers that send PURGE_SECRET of this process's environment may purge too. If it is not set, only nodes may.
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

  # Only this file sets X-Stale, which allows stale responses.
  if (req.restarts == 0) {
    unset req.http.X-Stale;
  }

  # While a node is healthy, no stale response is served; otherwise any cached one is.
  if (std.healthy(cms.backend())) {
    set req.backend_hint = cms.backend();
    set req.grace = 0s;
  } else {
    set req.backend_hint = unprobed.backend();
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

  # Public reads ignore cookies, including the panel's.
  unset req.http.Cookie;
  # The catalogue and the pages ignore other parameters, such as those of campaigns, so one cache entry serves all.
  if (req.url ~ "^/api/(products/(books|courses|masters|allProducts|productBySlug/[^/?]+/[^/?]+|productById/[^/?]+)|channels/[^/?]+|channel/[^/?]+|live/[^/?]+|protagonist/[^/?]+/[^/?]+|series/getSeries|series/[^/?]+/[^/?]+|episodes/bySeries/[^/?]+|episode/[^/?]+|home-pages/full-populate|presentials-page/presentials|get-books-page|contents-page/getContentPage|company-pages|channels-page/channels|platform-pages)(\?|$)") {
    set req.url = regsuball(req.url, "(?<=[?&])(?!(lang|vertical|page|pageSize|previewToken|include|fields|sort|category|channel|protagonist|priceFrom|priceTo)(=|%|\[|&|$))[^&]*(&|$)", "");
    set req.url = regsub(req.url, "[?&]+$", "");
  }
  set req.url = std.querysort(req.url);
  return (hash);
}

sub vcl_backend_fetch {
  # Uses the clock of this machine only, because those of the nodes may differ.
  set bereq.http.X-Fetch-Began = std.time2real(now, 0.0);
}

sub vcl_backend_response {
  # Retries on another node.
  if (beresp.status >= 502 && bereq.retries < 3
      && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }

  # Responses without a lifetime are not cached. Varnish would cache them for two minutes.
  if (beresp.http.Cache-Control !~ "s-maxage=[1-9]"
      || beresp.http.Set-Cookie
      || beresp.status >= 500) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }

  # A slow response may be older than a change whose purges have already arrived. The second purge comes
  # EDGE_REPEAT_SECONDS (1.2) after the change, so a response that is cached later must have been requested later.
  if (std.time2real(now, 0.0) - std.real(bereq.http.X-Fetch-Began, 0.0) > 1.0) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }

  # Time for which a stale response may be served while no node responds.
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
  # No node responds, although the probes succeeded. A stale response is better than an error.
  if (resp.status >= 502 && req.restarts == 0 && req.url ~ "^/api/" && !req.http.Authorization
      && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.X-Stale = "yes";
    return (restart);
  }

  # Tags are for this cache. Remove these lines if another cache in front of it needs them.
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;

  # Appends to the service's own Cache-Status, which may say that the response was stale.
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

  # Other caches between this one and the browser receive no purges, so they must not cache the response.
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, "s-maxage=\d+", "s-maxage=0");
  unset resp.http.Age;
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  set resp.http.Cache-Control = "no-store";
  synthetic(resp.reason);
  return (deliver);
}
