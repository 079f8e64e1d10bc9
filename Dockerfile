FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app

COPY requirements.txt .
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt

COPY manage.py LICENSE ./
COPY config config
COPY deckcheck deckcheck
COPY gameplay gameplay
COPY organizer organizer
COPY static static
COPY templates templates
# The key is for this one command: collecting files signs nothing, and no key may stay in the image.
RUN SECRET_KEY=unused python manage.py collectstatic --noinput --verbosity 0 \
    && useradd --system --no-create-home hourglass

USER hourglass
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--threads", "8"]
