// What Kratos tells the portal about a registration, a sign-in, a proof or a change, for the portal to decide about.
function(ctx)
  local headers = std.get(ctx, 'request_headers');
  local header = function(name)
    local values = if std.isObject(headers) then std.get(headers, name);
    if std.isArray(values) && std.length(values) > 0 then values[0];
  local get = function(object, names) { [name]: std.get(object, name) for name in names };
  {
    flow: get(ctx.flow, ['id', 'type', 'active', 'refresh', 'requested_aal', 'request_url', 'issued_at'])
          + { login_challenge: std.get(ctx.flow, 'oauth2_login_challenge', '') },
    identity: get(ctx.identity, ['id', 'schema_id', 'traits', 'verifiable_addresses']),
    session: local session = std.get(ctx, 'session');
             if session == null then null else get(session, ['id', 'authentication_methods']),
    cookies: std.get(ctx, 'request_cookies'),
    client: { user_agent: header('User-Agent'), address: header('True-Client-Ip'), place: header('Priority') },
  }
