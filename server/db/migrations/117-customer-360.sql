-- 'Khách hàng 360' asks each list for the rows of one whole number (D3-C360-01).
CREATE INDEX lstracuu_phone ON lstracuu (so_dien_thoai, "createdAt" DESC);
CREATE INDEX khr_phone ON khr (so_dien_thoai) WHERE deleted_at IS NULL;
CREATE INDEX baodo_phone ON baodo (so_dien_thoai) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_phone ON moigoihomsau (phone) WHERE deleted_at IS NULL;
CREATE INDEX sim_order_phone ON sim_order (phone) WHERE deleted_at IS NULL;
