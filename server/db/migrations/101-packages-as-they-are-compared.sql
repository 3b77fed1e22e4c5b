-- Packages of requests and lines are kept as they are compared (D3-PRC-01), those of before too: by nobody's hand, so that no
-- trigger prices, matches or refuses anything. Only names with blanks or invisible characters inside change.
ALTER TABLE requestrefund DISABLE TRIGGER USER;
UPDATE requestrefund SET package_code = package_key(package_code) WHERE package_code <> package_key(package_code);
ALTER TABLE requestrefund ENABLE TRIGGER USER;

ALTER TABLE revenue_line DISABLE TRIGGER USER;
UPDATE revenue_line SET goi_cuoc = package_key(goi_cuoc) WHERE goi_cuoc <> package_key(goi_cuoc);
ALTER TABLE revenue_line ENABLE TRIGGER USER;

ALTER TABLE mfy DISABLE TRIGGER USER;
UPDATE mfy SET ma_goi = package_key(ma_goi) WHERE ma_goi <> package_key(ma_goi);
ALTER TABLE mfy ENABLE TRIGGER USER;
