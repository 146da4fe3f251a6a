const common = (directory: string): string => `
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  keepalive_requests 1000000;
  tcp_nodelay on;`;

const main = (directory: string, http: string): string =>
  `worker_processes 1;
daemon off;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 4096; }
http {${common(directory)}
${http}
}
`;

/**
 * An nginx that acts as the upstream: it serves files at the paths of calls.
 *
 * @param files the file for each path
 */
export const nginxUpstream = (directory: string, port: number, files: Record<string, string>): string =>
  main(
    directory,
    `  server {
    listen 127.0.0.1:${port} backlog=4096;
${Object.entries(files)
  .map(([path, file]) => `    location = ${path} { default_type application/json; alias ${file}; }`)
  .join('\n')}
  }`,
  );

/** An nginx that proxies to an upstream with keep-alive connections. */
export const nginxProxy = (directory: string, port: number, upstreamPort: number): string =>
  main(
    directory,
    `  upstream provider { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://provider;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }`,
  );
