-- From this entry on nobody decides who is locked (D3-SEC-12, server/kit/hold-session.ts); before, a request that was begun could end minutes later.
ALTER TABLE trail_chained ADD COLUMN held_after bigint NOT NULL DEFAULT 0;
UPDATE trail_chained SET held_after = (SELECT coalesce(max(id), 0) FROM audit_log);
