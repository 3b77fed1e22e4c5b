-- Sorts that lists offer and no index served yet. Each is read from both ends; the id decides between equals.
CREATE INDEX customer_expiry ON customer ("packageExpiredAt", id) WHERE stage <> 'gone';
CREATE INDEX baodo_price ON baodo (gia_goi_cuoc, id) WHERE deleted_at IS NULL;
CREATE INDEX mesbank_money ON mesbank (money, id) WHERE deleted_at IS NULL;
CREATE INDEX giahoantien_price ON giahoantien (gia_goi, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphiquanly_person ON chiphiquanly (nguoi_thuc_hien, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphiquanly_amount ON chiphiquanly (thanh_tien, id) WHERE deleted_at IS NULL;
