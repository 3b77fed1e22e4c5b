/** A package by typing: what Enter takes, and when it is the form's (D3-OTP-08). */
import { fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { WithState, open } from '#platform/app/web/shell/page.fixture.tsx'
import { queryClient } from '../query.ts'
import { PackageBox } from './package-box.tsx'

const priced = [
  { name: 'MO90', price: 90_000 },
  { name: 'MO120', price: 120_000 },
  { name: 'D15', price: null },
]

function packageBox(first = '', more: Partial<ComponentProps<typeof PackageBox>> = {}) {
  queryClient.setQueryData(['giahoantien', 'prices'], priced)
  const submitted = vi.fn<() => void>()
  const entered = vi.fn<() => void>()
  const user = open(
    <form
      onKeyDown={({ key }) => key === 'Enter' && entered()}
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <WithState first={first}>
        {(value, set) => <PackageBox control={{ id: 'goi' }} value={value} onChange={set} {...more} />}
      </WithState>
    </form>,
  )
  return { user, submitted, entered, box: screen.getByRole<HTMLInputElement>('textbox') }
}
const offered = (): (string | null)[] => screen.queryAllByRole('option').map((option) => option.textContent)

test('D3-OTP-08: letters become capitals; Enter takes the first suggestion, and submits the form when the name is complete', async () => {
  const { user, box, submitted, entered } = packageBox()
  await user.type(box, 'mo1')
  expect(box.value).toBe('MO1')
  expect(offered()).toEqual(['MO120120,000'])
  await user.keyboard('{Enter}')
  expect(box.value).toBe('MO120')
  expect([submitted.mock.calls.length, entered.mock.calls.length]).toEqual([0, 0])
  await user.keyboard('{Enter}')
  expect([submitted.mock.calls.length, entered.mock.calls.length]).toEqual([1, 1])
})

test('D3-OTP-08: Enter takes the suggestion marked by the arrow keys, a click takes the clicked one', async () => {
  const { user, box, submitted } = packageBox()
  await user.type(box, 'mo{ArrowDown}{ArrowDown}{Enter}')
  expect(box.value).toBe('MO120')
  await user.clear(box)
  await user.click(screen.getByRole('option', { name: /D15/ }))
  expect(box.value).toBe('D15')
  expect(submitted).not.toHaveBeenCalled()
})

test('D3-OTP-08: Enter on a text without a suggestion does nothing, in an empty box it submits the form', async () => {
  const { user, box, submitted } = packageBox()
  await user.type(box, 'xyz{Enter}')
  expect(box.value).toBe('XYZ')
  expect(offered()).toEqual([])
  expect(submitted).not.toHaveBeenCalled()
  await user.clear(box)
  await user.keyboard('{Enter}')
  expect(submitted).toHaveBeenCalledOnce()
})

test('Enter that ends the composition of a letter takes no suggestion', async () => {
  const { user, box } = packageBox()
  await user.type(box, 'mo1')
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  expect(box.value).toBe('MO1')
})

test('the price is shown beside a known name in any spelling, and a complete name shows no list over the next fields', async () => {
  const { user, box } = packageBox()
  await user.type(box, 'mo9')
  expect(offered()).toEqual(['MO9090,000'])
  expect(box.parentElement?.textContent).toBe('')
  await user.type(box, '0')
  expect(offered()).toEqual([])
  expect(box.parentElement?.textContent).toBe('90,000')
})

test("the customer's own packages are suggested before the others, each once", async () => {
  const { user, box } = packageBox('', { packages: [{ code: 'MO120', price: 110_000 }] })
  await user.click(box)
  expect(offered()).toEqual(['MO120110,000', 'MO9090,000', 'D15'])
})

const note = () => screen.queryByRole('status')?.textContent

test('packages of a form that have no price of their own take that of the list (D3-UX-01)', async () => {
  const own = [
    { code: 'MO120', price: null },
    { code: 'VD149', price: null },
  ]
  const { user, box } = packageBox('', { packages: own })
  await user.click(box)
  expect(offered()).toEqual(['MO120120,000', 'VD149', 'MO9090,000', 'D15'])
})

test('a package that the price list does not have is marked once the box is left, also one of the form, and another spelling becomes that of the list (D3-WORD-01)', async () => {
  const { user, box } = packageBox('', { packages: [{ code: 'VD149', price: null }] })
  await user.type(box, 'vd149')
  expect(note()).toBeUndefined()
  await user.tab()
  expect([box.value, note()]).toEqual(['VD149', 'Không có trong bảng giá: chưa tính được giá và kết quả'])
  await user.clear(box)
  await user.type(box, 'mo 90')
  await user.tab()
  expect([box.value, note()]).toEqual(['MO90', undefined])
})
