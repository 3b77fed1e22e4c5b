/** Former texts of migrations that were edited after landing, before that was refused. */

/**
 * Checksums of former texts by file. A database that ran one of them continues; migration 028 and the routines bring it
 * to the result of the current texts. Never add a line: landed migrations are not edited any more.
 */
export const formerChecksums: Readonly<Record<string, string>> = {
  // Also created khr_waiting and baodo_waiting.
  '017-dashboard.sql': '9058821582238eb99d126a4f0852d6d3ee7f2fc2ae22345cec190f37501e6893',
  // Also created settle_sales, which is a routine now.
  '025-corrected-results.sql': '7e00834e6fd1d13f4672259b64935833477b578e2e2853036aa3cfe27d1f49a6',
  // Without giahoantien_lower; its package_price, a routine now, accepted no other spelling.
  '026-transfer-prices.sql': '2647181b910ed75a7bf696059e83f4bc5fe2b5e73b206737e522f05170b56fe7',
  // Without the new name in customer_list.
  '027-stages.sql': 'e44345c1ec16c0da1b7a9ea09598194eab5c11b73db2fd94a2d7a8865f48d017',
}
