/** The panel of columns. */
import { expect, test } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import type { AnyColumn } from './column.ts'
import { ColumnList, type ColumnLayout } from './column-list.tsx'

const column = (key: string, full?: string) =>
  ({ key, title: key, ...(full && { full }) }) as AnyColumn<never>
const all = [column('SĐT', 'Số điện thoại'), column('Gói'), column('Ghi chú')]
const nothing = (): void => undefined

const layout: ColumnLayout = {
  columns: all,
  all,
  isHidden: (key) => key === 'Gói',
  compact: true,
  resize: nothing,
  toggle: nothing,
  move: nothing,
  setCompact: nothing,
  reset: nothing,
  stored: { order: [], hidden: [], widths: {}, compact: true },
}

test('every column is listed with its full name, ticked while it is shown', () => {
  const { ticked, text } = read(<ColumnList layout={layout} />)
  expect(ticked).toEqual(['Số điện thoại', 'Ghi chú', 'Dòng thấp'])
  expect(text).toContain('Gói')
})

test('the first column cannot move up, the last one not down', () => {
  expect(Object.keys(read(<ColumnList layout={layout} />).off)).toEqual([
    'Đưa Số điện thoại lên',
    'Đưa Ghi chú xuống',
  ])
})
