/** Number and package of an invitation. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { nothingKnown } from '#platform/contract/calls/known-number.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { queryClient } from '#kit/web/query.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { stubCalls } from '#test/sent.ts'
import { askedFields } from './code-form.ts'
import type { InvitedCustomer } from './invited-customer.ts'
import { NumberFields } from './number-fields.tsx'

const handed: InvitedCustomer = {
  from: 'care',
  by: 'sale111',
  id: 'a',
  phone: '912000001',
  pack: '',
  packages: [{ code: 'HANDED', price: 1 }],
  balance: null,
}

function Form({ customer }: { customer: InvitedCustomer | null }) {
  const form = useForm({
    start: { phone: customer ? '0912000001' : '', package: '' },
    fields: () => [
      ['phone', askedFields.phone],
      ['package', askedFields.package],
    ],
    save: () => Promise.resolve(),
  })
  return <NumberFields form={form} handed={customer} />
}

function fields(customer: InvitedCustomer | null) {
  const calls = stubCalls(() => ({ ...nothingKnown, packages: [{ code: 'ASKED', price: 2 }] }))
  queryClient.setQueryData(['giahoantien', 'prices'], [])
  const user = open(<Form customer={customer} />)
  return { user, calls, pack: screen.getByLabelText<HTMLInputElement>(/^Gói cước/) }
}
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)

beforeEach(() => queryClient.clear())

test('the only package that the number can register is filled in (D3-UX-01)', async () => {
  const { user, pack } = fields(null)
  await user.type(screen.getByLabelText(/^Số điện thoại/), '0912000001')
  await user.tab()
  await waitFor(() => expect(pack.value).toBe('ASKED'))
})

test('a customer that came with packages keeps them, and nothing is asked (D3-UX-01)', async () => {
  const { user, calls, pack } = fields(handed)
  await user.click(pack)
  expect([offered(), pack.value, calls]).toEqual([['HANDED1'], '', []])
})
