# syntax=docker/dockerfile:1

# Builds the app and leaves what the server runs on. glibc on both stages: sharp, argon2 and PGlite are built for it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The Node that the project brings along is for machines without one: this image has its own. Maps are for debuggers.
RUN npm run build \
  && npm prune --omit=dev \
  && rm -rf node_modules/node node_modules/.bin node_modules/.cache \
  && find node_modules -name '*.map' -delete \
  && mkdir /data

# No shell, no package manager, and nobody in it but uid 65532.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/demo ./demo
COPY --from=build /app/dist ./dist
# A volume that is new takes over whose directory this is.
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["/nodejs/bin/node", "/app/server/healthcheck.ts"]
# The image's entry point is node. Others to run in its place: /app/server/migrate.ts, /app/server/admin.ts
CMD ["/app/server/main.ts"]
