/** When a form asks about its phone number, and which fields it then fills in. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { queryClient } from '#kit/web/query.ts'
import { nothingKnown, type KnownNumber } from '#platform/contract/calls/known-number.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { stubCalls } from '#test/sent.ts'
import { KnownFields } from './known-number.tsx'
import { soldPackage } from './known-package.ts'

const fields = [
  ['phone', f.phone({ label: 'Số', required: true })],
  ['package', f.text({ label: 'Gói' })],
] as const

function Form({ phone, asks }: { phone: string; asks: boolean }) {
  const form = useForm({
    start: { phone, package: '' },
    fields: () => fields,
    save: () => Promise.resolve(),
  })
  return (
    <form {...form.element}>
      <KnownFields
        form={form}
        phone="phone"
        fills={(known) => ({ package: soldPackage(known) })}
        requestsFor="package"
        asks={asks}
      >
        <FormField form={form} name="phone" />
        <FormField form={form} name="package" />
      </KnownFields>
    </form>
  )
}

const runs = (code: string): KnownNumber => ({ ...nothingKnown, runs: { code, until: null } })
const answers: Record<string, KnownNumber> = { '912000001': runs('VD149'), '912000002': runs('D60G') }

function form({ phone = '', asks = true } = {}) {
  queryClient.clear()
  const asked: string[] = []
  stubCalls((path) => {
    const number = new URLSearchParams(path.split('?')[1]).get('phone') ?? ''
    asked.push(number)
    return answers[number] ?? nothingKnown
  })
  const user = open(<Form phone={phone} asks={asks} />)
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  return { user, asked, phone: box(/Số/), pack: box(/Gói/) }
}

test('a number is asked about once its box is left, and what is known is filled in and said (D3-UX-01)', async () => {
  const { user, asked, phone, pack } = form()
  await user.type(phone, '0912000001')
  expect(asked).toEqual([])
  await user.tab()
  await waitFor(() => expect(pack.value).toBe('VD149'))
  expect(asked).toEqual(['912000001'])
  expect(screen.getByRole('status').textContent).toBe('đang dùng VD149')
})

test('a typed value stays, also when it is removed again (D3-UX-01)', async () => {
  const { user, phone, pack } = form()
  await user.type(pack, 'VD90')
  await user.type(phone, '0912000001')
  await user.tab()
  await screen.findByText('đang dùng VD149')
  expect(pack.value).toBe('VD90')
  await user.clear(pack)
  await user.click(phone)
  await user.tab()
  expect(pack.value).toBe('')
})

test('another number replaces what was filled in for the first, and an unknown one removes it (D3-UX-01)', async () => {
  const { user, phone, pack } = form()
  const enter = async (text: string): Promise<void> => {
    await user.clear(phone)
    await user.type(phone, text)
    await user.tab()
  }
  await enter('0912000001')
  await waitFor(() => expect(pack.value).toBe('VD149'))
  await enter('0912000002')
  await waitFor(() => expect(pack.value).toBe('D60G'))
  await enter('0912000003')
  await waitFor(() => expect(pack.value).toBe(''))
  await enter('09120')
  await user.type(pack, 'VD90')
  await enter('0912000001')
  await screen.findByText('đang dùng VD149')
  expect(pack.value).toBe('VD90')
})

test('with the first change of the number what was filled in and said goes, as Enter sends without leaving the box (D3-UX-01)', async () => {
  const { user, asked, phone, pack } = form()
  await user.type(phone, '0912000001')
  await user.tab()
  await screen.findByText('đang dùng VD149')
  await user.click(phone)
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(pack.value).toBe(''))
  expect(screen.getByRole('status').textContent).toBe('')
  await user.keyboard('2')
  expect([pack.value, asked]).toEqual(['', ['912000001']])
})

test('Enter in the box of the number asks too (D3-UX-01)', async () => {
  const { user, asked, phone, pack } = form()
  await user.type(phone, '0912000001{Enter}')
  await waitFor(() => expect(pack.value).toBe('VD149'))
  expect(asked).toEqual(['912000001'])
})

test('what is filled into the box with the focus is selected, so that typing replaces it (D3-UX-01)', async () => {
  const { user, phone, pack } = form()
  await user.type(phone, '0912000001')
  await user.tab()
  expect(document.activeElement).toBe(pack)
  await waitFor(() => expect(pack.value).toBe('VD149'))
  await waitFor(() => expect([pack.selectionStart, pack.selectionEnd]).toEqual([0, 5]))
  await user.keyboard('VD90')
  expect(pack.value).toBe('VD90')
})

test('a number that the form begins with is asked about at once (D3-UX-01)', async () => {
  const { pack } = form({ phone: '0912000001' })
  await waitFor(() => expect(pack.value).toBe('VD149'))
})

test('nothing is asked about where it is not wanted, as in a row that is edited (D3-UX-01)', async () => {
  const { user, asked, phone } = form({ phone: '0912000001', asks: false })
  await user.click(phone)
  await user.tab()
  expect(asked).toEqual([])
})
