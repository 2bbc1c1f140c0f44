# syntax=docker/dockerfile:1
# The service as an image: docs/how-to/deploy.md. Its steps are those of ops/release.sh, which makes the
# same without a container.

FROM node:24.13-bookworm-slim AS build
WORKDIR /source
# Packages are installed anew only where they have changed.
COPY package.json package-lock.json ./
COPY ops/release.sh ops/
RUN ops/release.sh packages
COPY . .
# What the panel calls itself, and its marks.
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
# Whoever runs the service cannot change it: its files belong to root, its user is another.
COPY --from=build /service ./
RUN mkdir "$PICTURES_DIR" "$NODE_COMPILE_CACHE" && \
    chown node:node public/uploads "$PICTURES_DIR" "$NODE_COMPILE_CACHE"
USER node
# Uploads where they are not in a bucket, which several nodes share; sizes of pictures and compiled code, each node's own.
VOLUME ["/service/public/uploads", "/var/cache/education-cms", "/var/cache/education-cms-code"]
EXPOSE 1337
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/_health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/scripts/serve.js"]
