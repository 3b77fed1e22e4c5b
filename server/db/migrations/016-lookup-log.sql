-- An entry of the look-up log may say nothing but who asked what for which number (D1-LLOG-06).

ALTER TABLE lstracuu ALTER noi_dung DROP NOT NULL;

-- The assign calls read only these (D1-Q-138).
CREATE INDEX lstracuu_unassigned ON lstracuu (id) WHERE username = '';
