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

test('column heights are proportional to the greatest value, and a zero value has no column', () => {
  open(<ColumnChart columns={[column('1', 50), column('2', 100), column('3', 0)]} />)
  expect(bars()).toEqual(['first 0% 50%', 'first 0% 100%'])
})

test('in a stacked chart the parts stand on top of each other, scaled by the greatest sum', () => {
  const parts = {
    values: [
      { tone: 'first', value: 25 },
      { tone: 'second', value: 75 },
    ],
  } as const
  open(<ColumnChart stacked columns={[column('1', 0, parts)]} />)
  expect(bars()).toEqual(['first 0% 25%', 'second 25% 75%'])
})

test('in a chart with columns side by side the scale is the greatest single value, not the sum', () => {
  const parts = {
    values: [
      { tone: 'first', value: 25 },
      { tone: 'second', value: 50 },
    ],
  } as const
  open(<ColumnChart columns={[column('1', 0, parts)]} />)
  expect(bars()).toEqual(['first 0% 50%', 'second 0% 100%'])
})

test('a column is a link to its rows or a button; a column with neither cannot be focused', async () => {
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

test('axis marks count for the scale; with negative values there is a line at zero', () => {
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

test('the line of earlier values runs through the middles of the columns and ends at the first unknown value', () => {
  open(<ColumnChart columns={[column('1', 100), column('2', 100)]} line={[50, null]} />)
  expect(document.querySelector('polyline')?.getAttribute('points')).toBe('250,50')
})

test('near an edge the tooltip opens inwards; it replaces the plain title', () => {
  const columns = Array.from({ length: 12 }, (_, index) =>
    column(String(index), 1, { tip: `Chi tiết ${index}` }),
  )
  open(<ColumnChart columns={[...columns.slice(0, 11), column('11', 1)]} />)
  const items = screen.getAllByRole('listitem')
  const edges = items.map((item) => item.querySelector('[data-edge]')?.getAttribute('data-edge') ?? '')
  expect(edges).toEqual([...Array(4).fill('start'), ...Array(4).fill(''), ...Array(3).fill('end'), ''])
  expect(items.filter((item) => item.title !== '').map((item) => item.title)).toEqual(['Ngày 11'])
})
