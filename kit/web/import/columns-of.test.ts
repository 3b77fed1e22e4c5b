/** What is sent for the columns of a sheet once the unclear ones are answered. */
import { expect, test } from 'vitest'
import { columnsOf } from './columns-of.ts'

const columns = [
  { name: 'phone', label: 'SĐT', at: 1 },
  { name: 'package', label: 'Gói', at: 3 },
  { name: 'state', label: 'Trạng thái', at: null },
]
const asks = [{ column: 3, heading: 'Mã', field: 'package' }]

test('known columns are kept, an unclear column becomes its chosen field, or is ignored (D3-FILE-04)', () => {
  expect(columnsOf({ asks, columns }, new Map([[3, 'state']]))).toEqual(['', 'phone', '', 'state'])
  expect(columnsOf({ asks, columns }, new Map([[3, '']]))).toEqual(['', 'phone', '', ''])
})
