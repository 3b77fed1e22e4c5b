/** The month's end in a soak: payroll is read every day, and the accountant closes the month when it is over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { addMonths, formatMonth, readMonth, thisMonth } from '#kit/contract/month.ts'
import { todayVn } from '#kit/contract/dates.ts'
import { closeMonth, closingOfMonth, type CloseState } from '#subjects/pay/contract/calls/payroll-close.ts'
import { requestOf, read } from '../player/asked.ts'
import type { Person } from '../player/person.ts'

/** The end of the month of `now`, in Vietnam. */
export function endOfMonth(now: Date): Date {
  const next = readMonth(addMonths(formatMonth(todayVn(now)), 1))
  return new Date(`${next}T00:00:00+07:00`)
}

export type Books = {
  /** Reads the pay of the month, and requests the closing of finished months. */
  once: () => Promise<void>
  closed: ReadonlySet<string>
  /** Faults found in `month`, which should be closed by now; empty if there are none. */
  faultsOf: (month: string) => Promise<string[]>
}

/** `faults` gets the reason if closing an eligible month was refused. */
export function booksOf(accountant: Person, now: () => Date, faults: Set<string>): Books {
  const closed = new Set<string>()
  const stateOf = async (startDate?: string): Promise<CloseState | undefined> =>
    (await accountant.ask(requestOf(closingOfMonth, { startDate }))).body.data
  const once = async (): Promise<void> => {
    await accountant.ask(read(`tinhluong?startDate=${thisMonth(now())}&count=100`))
    const state = await stateOf()
    if (!state || state.dang_chot || state.khong_chot_duoc !== null || state.da_chot) return
    const closing = { thangTinhLuong: state.thang, ly_do: 'Chốt theo lịch, việc còn lại tính tháng sau' }
    const { status, body } = await accountant.ask(requestOf(closeMonth, closing))
    if (status !== 200) return void faults.add(`closing ${state.thang}: ${status} ${body.msg}`)
    let triesLeft = 300
    while (triesLeft > 0 && (await stateOf(state.thang))?.dang_chot) {
      triesLeft -= 1
      await sleep(200)
    }
    if ((await stateOf(state.thang))?.da_chot) closed.add(state.thang)
  }
  const faultsOf = async (month: string): Promise<string[]> => {
    const state = await stateOf(month)
    if (!state?.da_chot) {
      const reason = state?.khong_xong?.loi ?? state?.khong_chot_duoc ?? 'it was not asked for'
      return [`the month ${month} is not closed: ${reason}`]
    }
    const odd = state.tinh_lai_lech
    return [
      ...(odd === 0 ? [] : [`${odd} people of ${month} are calculated otherwise than they were closed`]),
      ...(state.lan_chot.length === 1 ? [] : [`${month} was closed ${state.lan_chot.length} times`]),
    ]
  }
  return { once, closed, faultsOf }
}
