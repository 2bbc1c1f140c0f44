# syntax=docker/dockerfile:1
# Builds the image of the service (docs/how-to/deploy.md). ops/release.sh runs the same steps without a container.

FROM node:24.13-bookworm-slim AS build
WORKDIR /source
# Packages are installed again only if they have changed.
COPY package.json package-lock.json ./
COPY patches patches/
COPY ops/release.sh ops/
RUN ops/release.sh packages
COPY . .
# The name and the marks of the panel.
ARG STRAPI_ADMIN_NAME
ARG STRAPI_ADMIN_MARK
ARG STRAPI_ADMIN_MARK_DARK
RUN ops/release.sh build
RUN ops/release.sh assemble /service

FROM node:24.13-bookworm-slim
ENV NODE_ENV=production \
    STRAPI_UNTRIED=refuse \
    HOST=0.0.0.0 \
    PORT=1337 \
    PICTURES_DIR=/var/cache/education-cms \
    NODE_COMPILE_CACHE=/var/cache/education-cms-code
WORKDIR /service
# The user of the process cannot change the files of the service, which belong to root.
COPY --from=build /service ./
RUN mkdir "$PICTURES_DIR" "$NODE_COMPILE_CACHE" && \
    chown node:node public/uploads "$PICTURES_DIR" "$NODE_COMPILE_CACHE"
USER node
# Uploads without a bucket, which several nodes share. The cached sizes of pictures and the compiled code are per node.
VOLUME ["/service/public/uploads", "/var/cache/education-cms", "/var/cache/education-cms-code"]
EXPOSE 1337
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/_health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/scripts/serve.js"]
