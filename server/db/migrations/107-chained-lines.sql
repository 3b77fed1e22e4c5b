-- Changes of revenue lines by their sources have entries from here on, and fields of accounts, roles, settings and typed pay are looked at too.
UPDATE trail_chained SET after_entry = (SELECT coalesce(max(id), 0) FROM audit_log);
