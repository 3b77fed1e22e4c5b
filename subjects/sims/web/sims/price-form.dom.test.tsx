/** How prices change, as it is typed. */
import { beforeEach, expect, test } from 'vitest'
import { pricesOfSim } from '#subjects/sims/contract/calls/sim-prices.ts'
import { simRules } from '#subjects/sims/contract/calls/sim-types.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered } from '#platform/app/web/shell/reading.fixture.tsx'
import { readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { MoreFilters } from './more-filters.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { changeOf, PriceForm, type Typed } from './price-form.tsx'
import { RetypeDialog } from './retype-dialog.tsx'

const nothing = (): void => undefined
const [first, second] = pricesOfSim
if (!first || !second) throw new Error('no prices')
const typed: Typed = { prices: [first], direction: 'up', unit: 'percent', amount: '5', reason: '' }

beforeEach(() => queryClient.clear())

test('D3-SIM-09: an amount is whole đồng, or percent with at most two decimals; anything else is invalid', () => {
  const amount = (text: string, unit: Typed['unit']) => changeOf({ ...typed, amount: text, unit })?.amount
  expect(['5', '5,25', ' 5.2 '].map((text) => amount(text, 'percent'))).toEqual([5, 5.25, 5.2])
  expect(['', '0', '-5', '5.123', '5%', 'x'].map((text) => amount(text, 'percent'))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
  expect(['50,000', '50.000', '50000'].map((text) => amount(text, 'dong'))).toEqual([50_000, 50_000, 50_000])
  expect(changeOf({ ...typed, prices: [] })).toBeNull()
})

test('D3-SIM-09: the form names the filter, shows the chosen values and asks for a price', () => {
  const form = (overrides: Partial<Typed> = {}, filter = '', changes?: number) =>
    read(
      <PriceForm
        typed={{ ...typed, ...overrides }}
        set={nothing}
        filter={filter}
        error={undefined}
        hint="Làm tròn đến nghìn"
        changes={changes}
      />,
    )
  expect(form().text).toContain('Bộ lọc đang dùng Không lọc, cả kho')
  expect(form({}, 'Mạng Viettel').text).toContain('Bộ lọc đang dùng Mạng Viettel')
  expect(form().ticked).toEqual([simso.fields[first].label])
  expect(form({ prices: [] }).text).toContain('Chọn ít nhất một giá')
  expect(form().text).not.toContain('Chọn ít nhất một giá')
  expect(form().text).not.toContain('Ghi vào lịch sử từng số')
  expect(form({}, '', 3).text).toContain('Ghi vào lịch sử từng số')
  const pressed = form({ direction: 'down', unit: 'dong' }).html.match(/aria-pressed="true"/g)
  expect(pressed).toHaveLength(2)
})

test('D3-SIM-09: before an amount is typed prices cannot be changed, and the button says what is missing', () => {
  const { off, text } = read(
    <PriceDialog filters={{}} query={{ page: '0' }} onClose={nothing} onHistory={nothing} />,
  )
  expect(off['Tăng giá']).toBe('Nhập mức tăng, giảm và chọn giá')
  expect(text).toContain('Nhập mức tăng, giảm để xem trước')
})

test('D3-SIM-02: the filters are described with their values, amounts with thousands separators and open ends', () => {
  const filters = (of: Record<string, string>): string[] =>
    read(<MoreFilters state={{ filters: of, setFilters: nothing, query: {} } as unknown as ListState} />)
      .buttons
  expect(filters({})).toEqual(['Loại số Mọi loại', 'Giá Mọi giá', 'Bỏ chữ số Không'])
  expect(filters({ gia_tu: '500000', gia_den: '', bo_so: '47' })).toEqual([
    'Loại số Mọi loại',
    'Giá 500,000 – …',
    'Bỏ chữ số 4, 7',
  ])
  expect(filters({ gia_den: '2000000' })[1]).toBe('Giá 0 – 2,000,000')
})

test('D3-SIM-03: types can be changed only after the whole stock was previewed', () => {
  answered(simso.path, simRules, {}, { changed: true } as never)
  const { off, text } = read(<RetypeDialog onClose={nothing} />)
  expect(text).toContain('đang xem, 0 số')
  expect(off['Ghi nhận quy tắc mới']).toBe('Đang xem kho')
  expect(text).not.toContain('Mọi số khác đã đúng quy tắc')
  answered(simso.path, simRules, {}, { changed: false } as never)
  expect(read(<RetypeDialog onClose={nothing} />).off['Đổi loại 0 số']).toBe('Đang xem kho')
})
