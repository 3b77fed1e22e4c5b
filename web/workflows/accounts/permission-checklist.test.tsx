/** Which permissions can be ticked. */
import { beforeEach, expect, test } from 'vitest'
import { permissionList, type Permission } from '../../../contract/workflows/roles.ts'
import { useForm } from '../../kit/form/use-form.ts'
import { queryClient } from '../../kit/query.ts'
import { actorOf } from '../../shell/actor.fixture.ts'
import { answered, read, signIn, type Reading } from '../../shell/reading.fixture.tsx'
import { PermissionChecklist } from './permission-checklist.tsx'

const permission = (id: string, code: string, category = 'Nhân viên'): Permission =>
  ({ id, code, name: `Quyền ${id}`, category }) as unknown as Permission
const values = [
  permission('1', 'user.get'),
  permission('2', 'user.add'),
  permission('3', 'role.get', 'Vai trò'),
]

type Known = { chosen?: string[]; given?: string[]; before?: string[] }

function Checklist({ chosen = [], given = [], before = [] }: Known) {
  const form = useForm({ start: { permissions: chosen }, save: async () => undefined, check: () => ({}) })
  return <PermissionChecklist form={form} given={new Set(given)} before={before.map((id) => ({ id }))} />
}

function list(known: Known): Reading & { disabled: string[] } {
  answered('permission', permissionList, { page: '0', count: '1000' }, { values, count: 3 } as never)
  const reading = read(<Checklist {...known} />)
  const boxes = reading.html.match(/<input[^>]*disabled=""[^>]*>/g) ?? []
  return { ...reading, disabled: boxes.map((box) => /aria-label="([^"]*)"/.exec(box)?.[1] ?? '') }
}

beforeEach(() => {
  queryClient.clear()
  signIn({ ...actorOf(3), permissions: new Set(['user.get', 'user.add']) })
})

test('D1-Q-036: one gives only what one has, and may take away what was there before', () => {
  const { disabled, html } = list({})
  expect(disabled).toEqual(['Quyền 3'])
  expect(html).toContain('title="Bạn không có quyền này nên không cấp được"')
  expect(list({ before: ['3'], chosen: ['3'] }).disabled).toEqual([])
})

test('D1-ACC-23: what the role gives is ticked and stays; its group is ticked when the rest of it is', () => {
  const { disabled, ticked, text } = list({ given: ['1'], chosen: ['2'] })
  expect(disabled).toEqual(['Quyền 1', 'Quyền 3'])
  expect(ticked).toEqual(['Chọn cả nhóm Nhân viên', 'Quyền 1', 'Quyền 2'])
  expect(text).toContain('Quyền 1 từ vai trò')
  expect(list({ chosen: ['2'] }).ticked).toEqual(['Quyền 2'])
})

test('a group of which nothing can be ticked has no box for all of it', () => {
  expect(list({}).html).not.toContain('Chọn cả nhóm Vai trò')
})
