-- Times of a seal (D3-TRL-04): no entry under it is of before `since`. Null for seals of before, whose hash has no times.
ALTER TABLE trail_seals ADD COLUMN since timestamptz CHECK (since <= at);
-- When the mark was made, and the one before it, up to which all was sealed.
ALTER TABLE trail_mark ADD COLUMN at timestamptz, ADD COLUMN since timestamptz;
