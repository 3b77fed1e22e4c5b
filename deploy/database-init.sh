#!/bin/sh
# Makes the role and the database of the product when the image of PostgreSQL starts on an empty volume (compose.yaml). The
# role owns its database and nothing more; the superuser's password stays with the database.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set password="$VASDESK_PASSWORD" <<'SQL'
CREATE ROLE vasdesk LOGIN PASSWORD :'password';
CREATE DATABASE vasdesk OWNER vasdesk TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER icu ICU_LOCALE 'vi';
SQL
