/** What is begun from the page of a number: the forms that take it, opened with it (D3-C360-01). */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ScreenName } from '#platform/contract/screens.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { useErrand, type FormStart } from '#kit/web/errand.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { HeadButtons } from './acts.tsx'
import type { PageBlocks } from './blocks.ts'

type Row = { id: string; type: string; holder_username: string | null }
const mine: Row = { id: 'c1', type: 'MG', holder_username: 'a' }

function acts(phone: string, rows: Row[] = [], inHand: object | null = null) {
  stubCalls((path) => (path.includes('/care/current') ? { value: inHand } : nothingThere))
  return open(<HeadButtons phone={phone} customer={{ rows } as unknown as PageBlocks['customer']} />)
}
const press = (name: string) => screen.getByRole('button', { name })

/** What the form of a screen begins with, once that screen is in front. */
function begun(screen: ScreenName): FormStart | undefined {
  const starts: FormStart[] = []
  hookInPage(() => useErrand('create', (start) => void starts.push(start)), { screen })
  return starts[0]
}

beforeEach(() => {
  queryClient.clear()
  signIn()
})

test('D3-C360-01: the look-up opens with the number filled in', async () => {
  const user = acts('912345678')
  await user.click(press('Tra cứu'))
  expect(location.pathname + location.search).toBe('/app/customer-lookup?phone=0912345678')
})

test('D3-C360-01: a refund opens with the number, and the subscriber type of a known customer', async () => {
  const user = acts('912345678', [{ ...mine, holder_username: 'b' }])
  await user.click(press('Hoàn tiền gói cước'))
  expect(begun('requestrefund')).toEqual({ number_phone: '0912345678', number_type: '2' })
})

test('D3-C360-01: without a customer, or with an unknown type, the refund leaves the type open', async () => {
  const user = acts('912345678', [{ ...mine, holder_username: 'b', type: 'khác' }])
  await user.click(press('Hoàn tiền gói cước'))
  expect(begun('requestrefund')).toEqual({ number_phone: '0912345678' })
})

test('D3-C360-01: the other forms are under one button, each opened with the number in its own field', async () => {
  const user = acts('912345678', [{ ...mine, holder_username: 'b' }])
  await user.click(press('Thêm việc với số này'))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Tạo mới khách hàng riêng',
    'Tạo mới báo đỏ',
    'Tạo mới đơn Mfy',
    'Tạo mới lượt mời gói hôm sau',
    'Tạo mới số trong blacklist',
    'Tạo mới khách hàng',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Tạo mới số trong blacklist' }))
  expect(begun('blacklist')).toEqual({ phone_number: '0912345678' })
  await user.click(press('Thêm việc với số này'))
  await user.click(await screen.findByRole('menuitem', { name: 'Tạo mới khách hàng' }))
  expect(begun('customers')).toEqual({ phone: '0912345678' })
})

test('D3-C360-01: actions without the right are not offered', async () => {
  acts('912345678')
  expect(reading().buttons).toContain('Hoàn tiền gói cước')
  document.body.innerHTML = ''
  signIn({ ...actorOf(5), seesRefunds: false })
  acts('912345678')
  expect(reading().buttons).not.toContain('Hoàn tiền gói cước')
})

test("D3-C360-01: a masked number offers no actions, unless it is in the reader's hand", async () => {
  acts('******678', [mine])
  expect(reading().buttons).toEqual([])
  document.body.innerHTML = ''
  queryClient.clear()
  const user = acts('******678', [mine], { id: 'c1', phone: '912345678' })
  expect(await screen.findByRole('button', { name: 'Chăm sóc' })).toBeTruthy()
  await user.click(press('Tra cứu'))
  expect(location.search).toBe('?phone=0912345678')
})

test('D3-C360-01: the page of another number does not use the number in hand', async () => {
  acts('******678', [mine], { id: 'c2', phone: '912345670' })
  await waitFor(() =>
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.status),
    ).toEqual(['success']),
  )
  expect(reading().buttons).toEqual([])
})
