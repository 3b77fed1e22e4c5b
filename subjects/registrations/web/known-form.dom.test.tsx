/** The layout of dialogs that begin with number and package. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { nothingKnown } from '#platform/contract/calls/known-number.ts'
import { EditDialog } from '#kit/web/resource/edit-dialog.tsx'
import { queryClient } from '#kit/web/query.ts'
import { onlyPackage } from '#platform/web/known-package.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { stubCalls } from '#test/sent.ts'
import { knownForm } from './known-form.tsx'

const fields = [
  ['phone', f.phone({ label: 'Số', required: true })],
  ['package', f.text({ label: 'Gói', suggest: 'packages' })],
] as const
const layout = knownForm({ phone: 'phone', pack: 'package', half: [], whole: [] }, onlyPackage)
const packages = [
  { code: 'VD149', price: null },
  { code: 'D60G', price: 60_000 },
]

function dialog(row: { phone: string; package: string } | null, start = {}) {
  const calls = stubCalls(() => ({ ...nothingKnown, packages }))
  queryClient.setQueryData(['giahoantien', 'prices'], [{ name: 'AB90', price: 90_000 }])
  const user = open(
    <EditDialog
      title="Mời"
      fields={fields}
      row={row}
      start={start}
      layout={layout}
      onSave={() => Promise.resolve()}
      onClose={() => undefined}
    />,
  )
  return { user, calls, phone: screen.getByLabelText(/^Số/), pack: screen.getByLabelText(/^Gói/) }
}
beforeEach(() => queryClient.clear())

test('packages that the number can register are offered before those of the price list (D3-UX-01)', async () => {
  const { user, phone, pack } = dialog(null)
  await user.type(phone, '0912000001')
  await user.tab()
  await screen.findByText('đăng ký được VD149, D60G')
  await user.click(pack)
  const offered = screen.getAllByRole('option').map((option) => option.textContent)
  expect(offered).toEqual(['VD149', 'D60G60,000', 'AB9090,000'])
})

test('a dialog that begins with the number begins in the package', () => {
  expect(dialog(null, { phone: '0912000001' }).pack.dataset.autofocus).toBe('true')
})

test('a dialog without a number begins in the number', () => {
  const { phone, pack } = dialog(null)
  expect([phone.dataset.autofocus, pack.dataset.autofocus]).toEqual(['true', undefined])
})

test('nothing is asked about the number of a row that is edited (D3-UX-01)', async () => {
  const { user, phone, calls } = dialog({ phone: '912000001', package: 'AB90' })
  await user.click(phone)
  await user.tab()
  expect(calls).toEqual([])
})
