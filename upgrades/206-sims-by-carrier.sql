-- Numbers for sale by carrier and by kind, newest first (D3-SIM-02): a page of a rare one does not walk through the whole stock.
CREATE INDEX simso_carrier ON simso (nha_mang, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX simso_kind ON simso (number_type, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
