// What Kratos tells the portal about a registration, a sign-in, a proof or a change, for the portal to decide about.
function(ctx)
  local get = function(object, names) { [name]: std.get(object, name) for name in names };
  {
    flow: get(ctx.flow, ['id', 'type', 'active', 'refresh', 'requested_aal', 'request_url', 'issued_at'])
          + { for_application: std.get(ctx.flow, 'oauth2_login_challenge', '') != '' },
    identity: get(ctx.identity, ['id', 'schema_id', 'traits', 'verifiable_addresses']),
    session: local session = std.get(ctx, 'session');
             if session == null then null else get(session, ['id', 'authentication_methods']),
    cookies: std.get(ctx, 'request_cookies'),
  }
