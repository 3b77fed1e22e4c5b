/** The stock's own filters: a span of prices, and digits that a number must not have (D3-SIM-02). */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Filters, ListState } from '#kit/web/filters/list-state.ts'
import { WithState, open } from '#platform/app/web/shell/page.fixture.tsx'
import { MoreFilters } from './more-filters.tsx'

/** The filters in a page; what they were set to, in its order. */
function filters(first: Filters) {
  const set: Filters[] = []
  const user = open(
    <WithState first={first}>
      {(value, put) => {
        const setFilters = (next: Filters): void => {
          set.push(next)
          put(next)
        }
        return <MoreFilters state={{ filters: value, setFilters, query: {} } as unknown as ListState} />
      }}
    </WithState>,
  )
  return { set, user }
}
const panel = (name: RegExp) => screen.getByRole('button', { name })
const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

test('D3-SIM-02: typed limits are grouped and apply after confirming, and the button then shows the range', async () => {
  const { set, user } = filters({ so_dien_thoai: '09' })
  await user.click(panel(/^Giá Mọi giá/))
  await user.type(await box('Từ'), '1000000')
  await user.type(await box('Đến'), '5000000')
  expect((await box('Từ')).value).toBe('1,000,000')
  expect(set).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Áp dụng' }))
  expect(set).toEqual([{ so_dien_thoai: '09', gia_tu: '1,000,000', gia_den: '5,000,000' }])
  expect(panel(/^Giá 1,000,000 – 5,000,000/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('Từ')).toBeNull())
})

test('D3-SIM-02: Enter applies; a single limit leaves the other side open', async () => {
  const { set, user } = filters({ gia_tu: '', gia_den: '' })
  await user.click(panel(/^Giá/))
  await user.type(await box('Đến'), '500000{Enter}')
  expect(panel(/^Giá 0 – 500,000/)).toBeTruthy()
  await user.click(panel(/^Giá/))
  await user.clear(await box('Đến'))
  await user.type(await box('Từ'), '70000{Enter}')
  expect(panel(/^Giá 70,000 – …/)).toBeTruthy()
  expect(set).toEqual([
    { gia_tu: '', gia_den: '500,000' },
    { gia_tu: '70,000', gia_den: '' },
  ])
})

test('D3-SIM-02: the panel opens with the current range, and one click removes it', async () => {
  const { set, user } = filters({ gia_tu: '1000000', gia_den: '5000000' })
  expect(panel(/^Giá 1,000,000 – 5,000,000/)).toBeTruthy()
  await user.click(panel(/^Giá/))
  expect((await box('Từ')).value).toBe('1,000,000')
  await user.click(screen.getByRole('button', { name: 'Mọi giá' }))
  expect(set).toEqual([{ gia_tu: '', gia_den: '' }])
})

test('D3-SIM-02: clicked digits are left out, in order; clicking them again includes them', async () => {
  const { set, user } = filters({ bo_so: '7' })
  await user.click(panel(/^Bỏ chữ số 7/))
  const digit = (name: string) => screen.findByRole('button', { name })
  expect((await digit('7')).getAttribute('aria-pressed')).toBe('true')
  await user.click(await digit('4'))
  expect((await digit('4')).getAttribute('aria-pressed')).toBe('true')
  await user.click(await digit('7'))
  await user.click(await digit('4'))
  expect(set.map(({ bo_so }) => bo_so)).toEqual(['47', '4', ''])
  expect(panel(/^Bỏ chữ số Không/)).toBeTruthy()
})
