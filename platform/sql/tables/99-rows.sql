-- Initial rows of an installation.
INSERT INTO feeds (name) VALUES ('registration-results'), ('bank');
INSERT INTO mesbank_reading DEFAULT VALUES;
INSERT INTO scan_pace (nha_mang) VALUES ('VINAPHONE'), ('MOBIFONE'), ('VIETTEL'), ('KHAC');
INSERT INTO trail_chained (after_entry) VALUES (0);
INSERT INTO backfills VALUES ('result-lines', '00000000-0000-0000-0000-000000000000'), ('recycling', '00000000-0000-0000-0000-000000000000');
INSERT INTO recycle_rules (status, after_minutes, part, caller, within_days) VALUES
  ('KBM', 240, 'other', 'any', NULL), ('KLLĐ', 1440, 'other', 'other', 7),
  ('KEEP', 10080, 'any', 'any', NULL), ('REJECTED', 43200, 'any', 'other', NULL);
INSERT INTO recycle_version (version) VALUES (1);
INSERT INTO calling_bounds DEFAULT VALUES;
