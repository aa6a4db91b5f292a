FROM oven/bun:1.4.5 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --ignore-scripts
COPY tsconfig.json build.ts ./
COPY migrations migrations
COPY docs docs
COPY src src
RUN bun build.ts --outfile dist/herald && mkdir /data

# The binary needs a C library and certificates, and nothing else: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /app/dist/herald /usr/local/bin/herald
COPY LICENSE NOTICES.txt /usr/share/doc/herald/
COPY --from=build --chown=nonroot:nonroot /data /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10m CMD ["/usr/local/bin/herald", "health"]
ENTRYPOINT ["/usr/local/bin/herald"]
CMD ["serve"]
