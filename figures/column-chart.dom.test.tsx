/** Columns over days: their heights, what they link to, and what is beside them. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, readOpen } from '#platform/app/web/shell/page.fixture.tsx'
import { ColumnChart, type Column } from './column-chart.tsx'

const column = (key: string, value: number, more: Partial<Column> = {}): Column => ({
  key,
  name: key,
  label: `Ngày ${key}`,
  values: [{ tone: 'first', value }],
  ...more,
})

/** Bottom and height of every bar, by tone. */
const bars = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('i[data-tone]')].map(
    ({ dataset, style }) => `${dataset.tone} ${style.bottom} ${style.height}`,
  )

test('columns are as high as their share of the greatest one, and none is drawn for nothing', () => {
  open(<ColumnChart columns={[column('1', 50), column('2', 100), column('3', 0)]} />)
  expect(bars()).toEqual(['first 0% 50%', 'first 0% 100%'])
})

test('in a stacked chart the parts stand on each other, on the scale of their sums', () => {
  const parts = {
    values: [
      { tone: 'first', value: 25 },
      { tone: 'second', value: 75 },
    ],
  } as const
  open(<ColumnChart stacked columns={[column('1', 0, parts)]} />)
  expect(bars()).toEqual(['first 0% 25%', 'second 25% 75%'])
})

test('side by side the greatest single value is the scale, not the sum', () => {
  const parts = {
    values: [
      { tone: 'first', value: 25 },
      { tone: 'second', value: 50 },
    ],
  } as const
  open(<ColumnChart columns={[column('1', 0, parts)]} />)
  expect(bars()).toEqual(['first 0% 50%', 'second 0% 100%'])
})

test('a column leads to its rows or is pressed; one that does neither is no control', async () => {
  const onClick = vi.fn()
  const user = open(
    <ColumnChart
      columns={[
        column('1', 1, { href: '/khr?startDate=1' }),
        column('2', 1, { onClick, current: true }),
        column('3', 1, { onClick }),
        column('4', 1),
      ]}
    />,
  )
  expect(screen.getByRole('link', { name: 'Ngày 1' }).getAttribute('href')).toBe('/khr?startDate=1')
  const pressed = screen.getAllByRole('button').map((button) => button.getAttribute('aria-pressed'))
  expect(pressed).toEqual(['true', 'false'])
  await user.click(screen.getByRole('button', { name: 'Ngày 3' }))
  expect(onClick).toHaveBeenCalledOnce()
})

test('marks of the axis count for the scale; below nothing there is a line at nothing', () => {
  const axis = { marks: [0, 100, 200], text: (mark: number) => `${mark} đ` }
  const { text, html } = readOpen(<ColumnChart axis={axis} columns={[column('1', 100)]} />)
  expect(bars()).toEqual(['first 0% 50%'])
  expect(text).toContain('0 đ 100 đ 200 đ')
  const zeros = (markup: string): number => markup.match(/<span class="[^"]*zero[^"]*"/g)?.length ?? 0
  expect(zeros(html)).toBe(0)
  const below = readOpen(<ColumnChart columns={[column('1', 100), column('2', -100)]} />)
  expect(zeros(below.html)).toBe(1)
  expect(bars()).toEqual(['first 50% 50%', 'first 0% 50%'])
})

test('the line of earlier values goes through the middles of the columns and ends at the first unknown one', () => {
  open(<ColumnChart columns={[column('1', 100), column('2', 100)]} line={[50, null]} />)
  expect(document.querySelector('polyline')?.getAttribute('points')).toBe('250,50')
})

test('near an end the tooltip opens inwards; it takes the place of the plain title', () => {
  const columns = Array.from({ length: 12 }, (_, index) =>
    column(String(index), 1, { tip: `Chi tiết ${index}` }),
  )
  open(<ColumnChart columns={[...columns.slice(0, 11), column('11', 1)]} />)
  const items = screen.getAllByRole('listitem')
  const edges = items.map((item) => item.querySelector('[data-edge]')?.getAttribute('data-edge') ?? '')
  expect(edges).toEqual([...Array(4).fill('start'), ...Array(4).fill(''), ...Array(3).fill('end'), ''])
  expect(items.filter((item) => item.title !== '').map((item) => item.title)).toEqual(['Ngày 11'])
})
