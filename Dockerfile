# One image for both kinds of process: the command says which (docker-compose.yml shows both).
# Tags move: docs/deploy.md says how to pin this and the images of docker-compose.yml by digest.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# onnxruntime-node brings the libraries of all systems: 190 MB of them are for others.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32

FROM node:22-bookworm-slim
WORKDIR /app
# glibc keeps one arena per thread, fragmented by large arrays: with libvips' threads and images, memory grows far
# beyond what is in use (scripts/processes/allocator.ts has figures).
# HOST: loopback inside a container cannot be reached from outside.
# WORKER_PORT: without it a worker takes any free port, which HEALTHCHECK could not find.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    WORKER_PORT=3001 \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=1048576
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The image's user `node`: Kubernetes lets only a number prove that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
# A container runs the API or a worker, so one of the two ports responds.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "Promise.any([process.env.PORT || 3000, process.env.WORKER_PORT].map(async (port) => { const { ok } = await fetch('http://127.0.0.1:' + port + '/healthz', { signal: AbortSignal.timeout(4000) }); if (!ok) throw new Error() })).then(() => process.exit(0), () => process.exit(1))"]
CMD ["node", "dist/api/main.js"]
