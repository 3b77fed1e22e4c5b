/** Actions of a job's buttons; loaded with the first click. */
import { proposedHours } from '#subjects/settings/contract/calls/first-day.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { payrollSettings } from '#subjects/pay/contract/payroll-settings.ts'
import { roleList } from '#subjects/people/contract/calls/roles.ts'
import { settingList, updateSetting } from '#subjects/settings/contract/calls/settings.ts'
import { send } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { openSampleForm } from '#kit/web/import/sample-form.ts'
import { refresh } from '#kit/web/query.ts'
import { openFor } from '#platform/web/navigation.ts'
import type { Act, Step } from './steps.ts'

/** Opens the screen of an act; a new account starts with its role. */
async function openAct(act: Extract<Act, { screen: ScreenName }>): Promise<void> {
  if (act.role === undefined) return openFor(act.screen, act.kind)
  const { values } = await send(roleList, { page: '0', count: '1000' })
  const role = values.find(({ priority }) => priority === act.role)
  openFor(act.screen, act.kind, role && { role_id: role.id })
}

/** Stores the default of every pay parameter that nobody has set; repeating it changes nothing (D3-PAY-02). */
async function keepPay(attempt: string): Promise<void> {
  const states = await send(settingList, {})
  for (const { key, value, version } of states) {
    if (!(key in payrollSettings) || version > 0) continue
    const change = { key, value, version, ly_do: 'Giữ mức có sẵn' }
    await send(updateSetting, change, { idempotencyKey: `${attempt}-${key}`, quiet: true })
  }
  toast('success', 'Đã ghi tham số lương theo mức có sẵn')
  await Promise.all([refresh('setting'), refresh('batdau')])
}

/** Stores the proposed calling hours if nobody has set any; repeating it changes nothing (D3-RULE-01). */
export async function setHours(attempt: string): Promise<void> {
  const states = await send(settingList, {})
  for (const [key, value] of Object.entries(proposedHours)) {
    const state = states.find((one) => one.key === key)
    if (!state || state.version > 0) continue
    const change = { key, value, version: state.version }
    await send(updateSetting, change, { idempotencyKey: `${attempt}-${key}`, quiet: true })
  }
  toast('success', `Đã đặt giờ gọi khách ${Object.values(proposedHours).join('–')}`)
  await Promise.all([refresh('setting'), refresh('batdau')])
}

/** Runs the act of a button. */
export async function runAct(act: Act, step: Step, attempt: string): Promise<void> {
  if (act.kind === 'sheet') openSampleForm(act.path)
  else if (act.kind === 'open') step.open()
  else if (act.kind === 'keepPay') await keepPay(attempt)
  else await openAct(act)
}
