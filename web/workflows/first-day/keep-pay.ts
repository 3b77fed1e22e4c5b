/** Stores the pay parameters as they come, so that the organisation has said what it pays by (D3-SETUP-01, D3-PAY-02). */
import type { PayrollKey } from '../../../contract/settings/payroll-settings.ts'
import { payrollSettings } from '../../../contract/settings/payroll-settings.ts'
import { settingList, updateSetting } from '../../../contract/workflows/settings.ts'
import { send } from '../../kit/client.ts'
import { toast } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'

const isPay = (key: string): key is PayrollKey => key in payrollSettings

/** Keeps every parameter that nobody has set; sent again it changes nothing. */
export async function keepPay(attempt: string): Promise<void> {
  const unset = (await send(settingList, {})).filter(({ key, version }) => isPay(key) && version === 0)
  for (const { key, value } of unset) {
    const change = { key, value, version: 0, ly_do: 'Giữ mức có sẵn' }
    await send(updateSetting, change, { idempotencyKey: `${attempt}-${key}`, quiet: true })
  }
  toast('success', 'Đã ghi tham số lương theo mức có sẵn')
  await refresh('setting')
}
