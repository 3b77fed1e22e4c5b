-- Whether the carrier took an invitation of an Mfy request: the same click again is answered, not sent.
ALTER TABLE mfy_invite ADD COLUMN accepted boolean NOT NULL DEFAULT false;
CREATE INDEX mfy_invite_of ON mfy_invite (mfy_id, at);
