/** How the trail's actions are named in the drawer. */
import { expect, test } from 'vitest'
import { auditAction } from './audit-action.ts'

test('actions of the trail are named in Vietnamese', () => {
  const names = [
    'create',
    'update',
    'remove',
    'import',
    'export',
    'care',
    'reinvite',
    'lock',
    'reset-password',
  ]
  expect(names.map((name) => auditAction(name).text)).toEqual([
    'Tạo',
    'Sửa',
    'Xoá',
    'Nhập file',
    'Xuất file',
    'Ghi kết quả',
    'Mời lại',
    'Khoá',
    'Cấp lại mật khẩu',
  ])
})

test('an unknown action stands as it was written, even one named like a property of objects', () => {
  expect(auditAction('merge').text).toBe('merge')
  expect(auditAction('constructor').text).toBe('constructor')
})
