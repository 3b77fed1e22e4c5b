-- The list of accounts says when each signed in last.
CREATE INDEX devices_user ON devices (user_id, seen_at);
