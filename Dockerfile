# The portal's image. Where no registry can be reached, any image with Node 24, npm and a user 1000 can be the base:
#   docker build --build-arg NODE_IMAGE=<image> .
# Behind a proxy that inspects TLS, put its authority's certificate into `build-ca.pem` beside this file; NPM_REGISTRY names a
# mirror.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
ARG NPM_REGISTRY=https://registry.npmjs.org/
WORKDIR /app
COPY package.json package-lock.json .npmrc build-ca.pe[m] ./
# bundling needs no install scripts, and Node comes from the base image
RUN if [ -f build-ca.pem ]; then export NODE_EXTRA_CA_CERTS=/app/build-ca.pem; fi; \
  npm ci --ignore-scripts --no-audit --no-fund --registry "$NPM_REGISTRY"
COPY tsconfig.json ./
COPY scripts scripts
COPY provider/mails provider/mails
COPY provider/passwords provider/passwords
COPY shared shared
COPY locales locales
COPY client client
COPY server server
RUN node scripts/build.ts
RUN npm run --silent sbom > sbom.json

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Account portal" \
  org.opencontainers.image.description="Self-service account portal in front of the Ory family of identity servers" \
  org.opencontainers.image.version="1.0.0" \
  org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=1
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /app/dist dist
COPY --from=build /app/sbom.json ./
# Kubernetes' clean-up runs these in Postgres' image
COPY provider/postgres cleanup
# `mails` writes Kratos' mail templates into the folder that is mounted at /mails
RUN printf '#!/bin/sh\nexec node /app/dist/server/mails.mjs /mails\n' > /usr/local/bin/mails && chmod 755 /usr/local/bin/mails
# `trust-mark` marks the accounts from before the portal decided who may be signed in
RUN printf '#!/bin/sh\nexec node /app/dist/server/trustMark.mjs "$@"\n' > /usr/local/bin/trust-mark && chmod 755 /usr/local/bin/trust-mark
# `audit-verify` verifies the log of administrators' acts
RUN printf '#!/bin/sh\nexec node /app/dist/server/auditVerify.mjs\n' > /usr/local/bin/audit-verify && chmod 755 /usr/local/bin/audit-verify
# a new volume that is mounted here gets this owner
RUN mkdir /var/log/portal && chown 1000:1000 /var/log/portal
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=10s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/alive`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/server/main.mjs"]
