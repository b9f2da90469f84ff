# The site's image: one for web, worker, beat and the migration job (see compose.yaml).
FROM python:3.11-slim AS build
WORKDIR /site
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# The key is only for this step; nothing of it stays in the image.
RUN DEBUG=False SECRET_KEY=build STATIC_ROOT=/static DATA_DIR=/tmp/build \
    /venv/bin/python manage.py collectstatic --noinput
# With `--build-arg COMPILE_RULES=yes`: docs/operations/configure.md, "Compiled rules".
ARG COMPILE_RULES=
RUN mkdir /compiled && if [ -n "$COMPILE_RULES" ]; then \
    apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && \
    python -m venv /tools && \
    /tools/bin/pip install --no-cache-dir --require-hashes -r requirements.txt -r requirements-dev.txt && \
    SECRET_KEY=build DATA_DIR=/tmp/build COMPILED_RULES=/compiled /tools/bin/python manage.py compile_rules; fi

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home --home-dir /data longtable
WORKDIR /site
COPY --from=build /venv /venv
COPY --from=build /static /static
COPY --from=build /site /site
COPY --from=build /compiled /compiled
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DEBUG=False \
    DATA_DIR=/data \
    STATIC_ROOT=/static \
    COMPILED_RULES=/compiled \
    HOST=0.0.0.0 \
    PORT=8000
USER longtable
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["python", "-m", "portal.server.web"]
