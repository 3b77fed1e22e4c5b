/** Counts of accounts, and columns of boxes. */
import { expect, test } from 'vitest'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { CheckColumn } from './check-column.tsx'
import { itemsOf, sumOf, TargetCounts } from './target-counts.tsx'

const nothing = (): void => undefined
const accounts = ['an', 'binh', 'chi'].map((username) => ({
  id: `id-${username}`,
  username,
  fullname: username,
})) as Staff[]
const counts = { an: '1,000', binh: '20', chi: 'x' }

test('typed counts are summed, and invalid ones are neither counted nor sent', () => {
  expect(sumOf(accounts, counts)).toEqual({ sum: 1_020, wrong: 1 })
  expect(itemsOf(accounts, { ...counts, binh: '0' }, 'tep')).toEqual([
    { user: 'id-an', count: 1_000, upload: 'tep' },
  ])
})

test('the footer shows what is left, or by how much it is exceeded; an invalid count is marked', () => {
  const withTotal = (total: number) =>
    read(<TargetCounts accounts={accounts} counts={counts} total={total} onChange={nothing} />)
  expect(withTotal(1_500).text).toContain('Đã chia 1,020 / 1,500 Còn 480')
  expect(withTotal(1_000).text).toContain('Vượt 20')
  expect(withTotal(1_000).html).toContain('data-over')
  expect(withTotal(1_500).html.match(/aria-invalid="true"/g)).toHaveLength(1)
  expect(withTotal(0).off['Chia đều']).toBe('Không có gì để chia')
  expect(withTotal(1_500).buttons).toContain('Chia đều')
})

test('D1-DPERM-11: the box of a column is ticked when all of its boxes are, and counts them', () => {
  const choices = [
    { value: 'a', label: 'Tệp A', note: '10 số' },
    { value: 'b', label: 'Tệp B' },
  ] as never
  const column = (chosen: string[], overrides = {}) =>
    read(
      <CheckColumn
        title="Tệp"
        empty="Chưa có tệp"
        choices={choices}
        chosen={new Set(chosen)}
        disabled={false}
        onChange={nothing}
        {...overrides}
      />,
    )
  expect(column(['a']).ticked).toEqual(['Tệp A, 10 số'])
  expect(column(['a']).text).toContain('1 / 2')
  expect(column(['a', 'b']).ticked).toEqual(['Tất cả tệp', 'Tệp A, 10 số', 'Tệp B'])
  // What was chosen elsewhere does not count.
  expect(column(['a', 'other']).ticked).toEqual(['Tệp A, 10 số'])
  const none = column([], { choices: [] })
  expect(none.text).toContain('Chưa có tệp')
  expect([none.ticked, none.html.match(/disabled=""/g)?.length]).toEqual([[], 1])
})
