/** Calling hours and calls per phone in words, from the settings (D3-RULE-01, D3-RULE-02). */
import type { SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { settingList } from '#subjects/settings/contract/calls/settings.ts'
import { useCall } from '#kit/web/query.ts'

export type CallingRules = {
  /** 'Giờ gọi 08:00–21:00'; '' without bounds. */
  hoursText: string
  /** '3 lần trong 7 ngày'; '' when it is not set. */
  mostText: string
  /** Start of calling hours; '' without. */
  from: string
}

export function callingRules(states: readonly Pick<SettingState, 'key' | 'value'>[]): CallingRules {
  const of = (key: string): string => String(states.find((state) => state.key === key)?.value ?? '')
  const [from, until] = [of('care.from'), of('care.until')]
  const [calls, days] = [of('care.callsPerPhone'), of('care.callsPerDays')]
  const hours = [from && until ? `${from}–${until}` : from ? `từ ${from}` : until && `đến ${until}`]
  return {
    hoursText: hours
      .filter(Boolean)
      .map((text) => `Giờ gọi ${text}`)
      .join(''),
    mostText: calls && days ? `${calls} lần trong ${days} ngày` : '',
    from,
  }
}

/** From the present settings. */
export function useCallingRules(): CallingRules {
  const { data } = useCall('setting', settingList, {})
  return callingRules(data ?? [])
}
