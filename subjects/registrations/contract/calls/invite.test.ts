/** Tabs of package invitation: names, permissions, channels, and paths of their calls. */
import { expect, test } from 'vitest'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { channels } from './channels.ts'
import { codeTabs } from '#platform/contract/code-tabs.ts'
import { codeCalls, commandTabs } from './invite.ts'

const actor = (priority: Actor['priority'], ...permissions: string[]): Actor => ({
  id: '',
  username: 'nv',
  fullname: 'Nhân Viên',
  priority,
  roleName: '',
  permissions: new Set(permissions),
  brandId: null,
  groupId: null,
  restricted: false,
  seesRefunds: true,
  deskByCode: false,
  decidesOwn: true,
})

/** What a tab adds to '9084' in its type, to its permission and to the paths of its calls: those of the operation first. */
const suffixes = codeTabs.map(({ type }) => type.slice('9084'.length))

test('confirmation tabs have their permission, channel and name, tabs 1 to 4 those of the operation (D2-INVIT-02 to 05, D2-INVIT-11, D2-Q-145)', () => {
  expect(suffixes.slice(0, 4)).toEqual(['', 'new', 'new1', 'new2'])
  const codes = suffixes.map((suffix) => `care.otp${suffix}`)
  codeTabs.forEach(({ label, channel, may }, index) => {
    expect([label, channel]).toEqual([`Mã xác nhận ${index + 1}`, `ma_xac_nhan_${index + 1}`])
    expect(channels).toContain(channel)
    const holders = codes.filter((code) => can(actor(5, code), may))
    expect(holders).toEqual([codes[index]])
    expect([can(actor(2), may), can(actor(3), may)]).toEqual([true, false])
  })
})

test('renewal, selling and direct registration need their permission code, for every role (D2-INVIT-06 to 08, D2-Q-142, D2-Q-145, D2-Q-147)', () => {
  expect(commandTabs.map(({ label, commands }) => [label, ...commands])).toEqual([
    ['Gia hạn gói', 'GIAHAN'],
    ['Bán gói', 'DK', 'GIAHAN'],
    ['Đăng ký trực tiếp', 'DK'],
  ])
  for (const { may } of commandTabs) {
    expect([can(actor(1), may), can(actor(5, may), may)]).toEqual([false, true])
  }
})

test('each tab has the two calls with its suffix (D2-Q-138)', () => {
  const base = '/api/v1/vas/mobifone/'
  expect(Object.values(codeCalls).map(({ ask, confirm }) => [ask.path, confirm.path])).toEqual(
    suffixes.map((s) => [`${base}inviteGetOTP${s}`, `${base}inviteConfirmOTP${s}`]),
  )
})
