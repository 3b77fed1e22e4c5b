/** How often each look-up was made, over the whole filter. */
import { expect, test } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { LogCounts } from './log-counts.tsx'

test('D1-BLH-08: the total comes before the count of each name, with unabridged names', () => {
  const { rows, html } = read(
    <LogCounts
      counts={[
        { ten_tra_cuu: 'Tra cứu tài khoản chính', count: 1_200 },
        { ten_tra_cuu: 'Tra cứu gói cước', count: 34 },
      ]}
    />,
  )
  expect(rows).toEqual([
    ['Tất cả', 'Tra cứu tài khoản chính', 'Tra cứu gói cước'],
    ['1,234', '1,200', '34'],
  ])
  expect(html).toContain('<table aria-label="Số lượt theo tên tra cứu">')
})
