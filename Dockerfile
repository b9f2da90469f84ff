# The site's image: one for web, worker, beat and the migration job (see compose.yaml).
FROM python:3.11-slim AS build
WORKDIR /site
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# The key is only for this step; nothing of it stays in the image.
RUN DEBUG=False SECRET_KEY=build STATIC_ROOT=/static DATA_DIR=/tmp/build \
    /venv/bin/python manage.py collectstatic --noinput

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home --home-dir /data longtable
WORKDIR /site
COPY --from=build /venv /venv
COPY --from=build /static /static
COPY --from=build /site /site
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DEBUG=False \
    DATA_DIR=/data \
    STATIC_ROOT=/static \
    HOST=0.0.0.0 \
    PORT=8000
USER longtable
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["python", "-m", "portal.server.web"]
