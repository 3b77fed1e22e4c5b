/** Which permissions can be ticked. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { permissionList, type Permission } from '#subjects/people/contract/calls/roles.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { answered, signIn, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { PermissionChecklist } from './permission-checklist.tsx'

const permission = (id: string, code: string, category = 'Nhân viên'): Permission =>
  ({ id, code, name: `Quyền ${id}`, category }) as unknown as Permission
const values = [
  permission('1', 'user.get'),
  permission('2', 'user.add'),
  permission('3', 'role.get', 'Vai trò'),
]

type Known = { chosen?: string[]; fromRole?: string[]; before?: string[] }

function Checklist({ chosen = [], fromRole = [], before = [] }: Known) {
  const form = useForm({ start: { permissions: chosen }, save: async () => undefined, check: () => ({}) })
  return (
    <>
      <PermissionChecklist form={form} fromRole={new Set(fromRole)} before={before.map((id) => ({ id }))} />
      <output>{form.values.permissions.join()}</output>
    </>
  )
}

function list(overrides: Known): Reading & { disabled: string[] } {
  answered('permission', permissionList, { page: '0', count: '1000' }, { values, count: 3 } as never)
  const reading = read(<Checklist {...overrides} />)
  const boxes = reading.html.match(/<input[^>]*disabled=""[^>]*>/g) ?? []
  return { ...reading, disabled: boxes.map((box) => /aria-label="([^"]*)"/.exec(box)?.[1] ?? '') }
}

beforeEach(() => {
  queryClient.clear()
  signIn({ ...actorOf(3), permissions: new Set(['user.get', 'user.add']) })
})

test('D1-Q-036: a user grants only permissions that they have, and may remove existing ones', () => {
  const { disabled, html } = list({})
  expect(disabled).toEqual(['Quyền 3'])
  expect(html).toContain('title="Bạn không có quyền này nên không cấp được"')
  expect(list({ before: ['3'], chosen: ['3'] }).disabled).toEqual([])
})

test('D1-ACC-23: permissions of the role are ticked and fixed; their group is ticked when the rest of it is', () => {
  const { disabled, ticked, text } = list({ fromRole: ['1'], chosen: ['2'] })
  expect(disabled).toEqual(['Quyền 1', 'Quyền 3'])
  expect(ticked).toEqual(['Chọn cả nhóm Nhân viên', 'Quyền 1', 'Quyền 2'])
  expect(text).toContain('Quyền 1 từ vai trò')
  expect(list({ chosen: ['2'] }).ticked).toEqual(['Quyền 2'])
})

test('a group without a changeable permission has no box for the group', () => {
  expect(list({}).html).not.toContain('Chọn cả nhóm Vai trò')
})

/** Opens the list; the answer presses a box and says which permissions are chosen then. */
function pressing(overrides: Known) {
  answered('permission', permissionList, { page: '0', count: '1000' }, { values, count: 3 } as never)
  const user = open(<Checklist {...overrides} />)
  return async (box: string): Promise<string> => {
    await user.click(screen.getByRole('checkbox', { name: box }))
    return screen.getByRole('status').textContent
  }
}

test('D1-Q-036: the box of a group grants what the user has and removes no more than that', async () => {
  const all = [...values, permission('4', 'user.edit')]
  const press = pressing({ chosen: ['3', '4'], fromRole: ['1'] })
  answered('permission', permissionList, { page: '0', count: '1000' }, { values: all, count: 4 } as never)
  // 4 is of the group, chosen already, and nothing the actor has; 3 is of another group.
  expect(await press('Chọn cả nhóm Nhân viên')).toBe('2,3,4')
  expect(await press('Chọn cả nhóm Nhân viên')).toBe('3,4')
})

test('D1-ACC-23: ticks are added in order and removed; the box of a partly ticked group is mixed', async () => {
  const press = pressing({ chosen: ['2'] })
  expect(screen.getByRole('checkbox', { name: 'Chọn cả nhóm Nhân viên' })).toHaveProperty(
    'indeterminate',
    true,
  )
  expect(await press('Quyền 1')).toBe('1,2')
  expect(await press('Quyền 2')).toBe('1')
  expect(await press('Quyền 3')).toBe('1')
})
