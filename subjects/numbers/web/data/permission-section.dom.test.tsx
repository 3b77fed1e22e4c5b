/** One section of the data permission: which files and days an account has, and the questions before it is saved. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { permissionTexts } from '#subjects/numbers/contract/calls/data-permission.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { nobody, sections, type Choices } from './permission-options.ts'
import { PermissionSection } from './permission-section.tsx'

const [section] = sections
const choice = (value: string) => ({ value, label: value })
const choices: Choices = {
  files: ['T10', 'T11'].map(choice),
  days: ['28/11/2026', '29/11/2026'].map(choice),
  from: [choice('28/11/2026')],
}
const empty = { username: nobody, files: [], ngay: [] }

async function opened(write: () => unknown = () => null) {
  const saved: Record<string, unknown> = {
    cn1: { files: ['T10', 'bị xoá'], ngay: ['28/11/2026', '01/01/2020'], tu_ngay: null },
    cn2: { files: [], ngay: [], tu_ngay: null },
    __ALL: { files: ['T10'], ngay: ['28/11/2026'], tu_ngay: null },
  }
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.startsWith('/api/v1/users'))
      return {
        values: ['cn1', 'cn2'].map((username) => ({ username, fullname: `Tên ${username}` })),
        count: 2,
      }
    return saved[path.split('/').at(-1)?.split('?')[0] ?? ''] ?? empty
  })
  const user = open(<PermissionSection section={section} choices={choices} />)
  const pick = async (name: RegExp): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /^Chi nhánh/ }))
    await user.click(await screen.findByRole('option', { name }))
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Lưu' }))
  const answer = async (name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
  const box = (name: string) => screen.getByRole('checkbox', { name })
  const pickOne = async (name: string): Promise<void> => {
    await pick(new RegExp(`Tên ${name}`))
    await waitFor(() => expect(box('T10')).toHaveProperty('disabled', false))
  }
  return { calls, user, pick, pickOne, save, answer, box }
}

test('D1-DPERM-04: without an account nothing can be ticked or saved', async () => {
  const { calls, save, box } = await opened()
  expect(box('T10')).toHaveProperty('disabled', true)
  await save()
  await screen.findByText(new RegExp(permissionTexts.noAccount))
  expect(written(calls)).toEqual([])
})

test('D1-Q-119: the other two sections are sent empty; deleted files and past days are left out', async () => {
  const { calls, user, pickOne, save, box } = await opened()
  await pickOne('cn1')
  await waitFor(() => expect(box('T10')).toHaveProperty('checked', true))
  await user.click(box('T11'))
  await save()
  await screen.findByText(permissionTexts.optionsSaved)
  expect(written(calls)).toEqual([
    [
      'POST /api/v1/uploadchiadata/handleCustomDataOption',
      {
        branch: { username: 'cn1', files: ['T10', 'T11'], ngay: ['28/11/2026'] },
        leader: empty,
        sale: empty,
      },
    ],
  ])
})

test('D1-Q-073: saving with nothing ticked asks first, because the account and those below it then get no numbers', async () => {
  const { calls, pickOne, save, answer } = await opened()
  await pickOne('cn2')
  await save()
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'cn2 và nhân viên bên dưới sẽ không được lấy số',
  )
  await answer('Huỷ')
  expect(written(calls)).toEqual([])
  await save()
  await answer('Xác nhận')
  await waitFor(() => expect(written(calls)).toHaveLength(1))
})

test('D1-Q-073: saving for everybody asks first, because it replaces the permissions of each account', async () => {
  const { calls, pick, save, answer, box } = await opened()
  await pick(/Tất cả/)
  await waitFor(() => expect(box('T10')).toHaveProperty('checked', true))
  await save()
  expect((await screen.findByRole('dialog')).textContent).toContain('thay bằng 1 file và 1 ngày đang chọn')
  await answer('Xác nhận')
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ branch: { username: '__ALL' } })
})

test("'every day from a date on' replaces single days", async () => {
  const { calls, user, pickOne, save, box } = await opened()
  await pickOne('cn1')
  await user.click(screen.getByRole('button', { name: /^Ngày được lấy số/ }))
  await user.click(await screen.findByRole('option', { name: 'Mọi ngày từ 28/11/2026' }))
  expect(box('29/11/2026')).toHaveProperty('disabled', true)
  await save()
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ branch: { ngay: [], tu_ngay: '28/11/2026' } })
})

test("choosing another account asks while something is ticked, and then shows that account's permission", async () => {
  const { user, pick, pickOne, answer, box } = await opened()
  await pickOne('cn1')
  await user.click(box('T11'))
  await pick(/Tên cn2/)
  await answer('Huỷ')
  expect(box('T11')).toHaveProperty('checked', true)
  await pick(/Tên cn2/)
  await answer('Không lưu')
  await waitFor(() => expect(box('T11')).toHaveProperty('checked', false))
  expect(box('T10')).toHaveProperty('checked', false)
})

test('a refusal is shown and the ticks stay', async () => {
  const { user, pickOne, save, box } = await opened(() => {
    throw new AppError('FORBIDDEN', 'Ngoài phạm vi của bạn')
  })
  await pickOne('cn1')
  await user.click(box('T11'))
  await save()
  await screen.findByText(/Ngoài phạm vi của bạn/)
  expect(box('T11')).toHaveProperty('checked', true)
})
