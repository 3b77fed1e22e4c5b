-- A failure that was found is corrected by the success that follows it (docs/decisions/reported-sales.md, routines/sales.sql).

-- Where the registration results of a phone look for sales that wait for one, or for a better one.
DROP INDEX baodo_unsettled;
CREATE INDEX baodo_unsettled ON baodo (so_dien_thoai) WHERE trang_thai <> 'SUCCESS' AND deleted_at IS NULL;
