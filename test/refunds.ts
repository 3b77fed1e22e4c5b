/** Refund requests for tests. */

/** A package with its prices, and a partner that takes orders. */
export const refundPrices = `
  INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi) VALUES ('VD90', 12000, 20000, 90000);
  INSERT INTO provider_adapters VALUES ('doitac1.example') ON CONFLICT DO NOTHING;`

let clicks = 1_795_200_000_000
/** Body of a package refund by the first method without an extra, with changes in `more`. */
export const refundBody = (number_phone: string, more: object = {}) => ({
  millisecond_created_at: (clicks += 1),
  number_phone,
  number_type: 1,
  package_code: 'VD90',
  request_type: 1,
  request_method: 1,
  other_refund: 0,
  cho_len_don: 0,
  ...more,
})
