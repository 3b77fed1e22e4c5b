-- A file that statistics do not know had one row for the planner, so that its rows were compared each with every other one.
ALTER TABLE import_rows ALTER COLUMN import_id SET STATISTICS 0;
SELECT pg_clear_attribute_stats('public', 'import_rows', 'import_id', false);
