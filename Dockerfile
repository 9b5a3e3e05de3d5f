# One image for both kinds of process: the command says which (docker-compose.yml shows both).

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /app
# glibc keeps one arena per thread, fragmented by large arrays: with libvips' threads and images, memory grows far
# beyond what is in use (scripts/processes/allocator.ts has figures).
# HOST: loopback inside a container cannot be reached from outside.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=4194304
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
CMD ["node", "dist/api/main.js"]
