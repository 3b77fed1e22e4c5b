-- Scans count the look-ups of a carrier's last minute several times a second, and read those of all carriers for it.
CREATE INDEX lstracuu_carrier ON lstracuu (carrier_of(so_dien_thoai::text), "createdAt") WHERE nguon = 'tra_cuu';
