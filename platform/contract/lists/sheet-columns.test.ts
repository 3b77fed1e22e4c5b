/** Spreadsheets are read by position: the column order of the operation's files. */
import { expect, test } from 'vitest'
import { resources } from './index.ts'

test.each([
  [
    'giahoantien',
    'ten_goi_cuoc gia_gia_han gia_nang_cap gia_nang_cap_t2 gia_nang_cap_t3 gia_nang_cap_ht0 gia_nang_cap_ht1 ' +
      'gia_nang_cap_ht2 gia_nang_cap_ht3 gia_nang_cap_ht4 gia_nang_cap_g1 gia_nang_cap_g2 gia_nang_cap_g3 gia_goi',
  ],
  ['giagoimfy', 'ten_goi_cuoc phi_thu_hoi gia_t1 gia_t2 gia_t3'],
])('the imported columns of %s are as specified (D2-COL-03, D2-COL-04)', (path, columns) => {
  const { sheet } = resources.find((one) => one.path === path) ?? {}
  expect(sheet?.columns).toEqual(columns.split(' '))
})
