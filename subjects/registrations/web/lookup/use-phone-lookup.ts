/** The state of a look-up with a phone box. */
import { useState } from 'react'
import { alertText } from '#kit/web/feedback.ts'
import { checkPhone } from './check-input.ts'
import type { LookupSession } from './use-lookup-session.ts'
import { useLookup, type Lookup, type LookupRequest } from './use-lookup.ts'

export type PhoneLookup<T> = {
  lookup: Lookup<T>
  phone: string
  setPhone: (phone: string) => void
  /** Sends the request, optionally for a phone typed elsewhere. */
  ask: (typed?: string) => void
}

/** `requestOf` gets a checked phone; null if something else is wrong, after it has shown an alert. */
export function usePhoneLookup<T>(
  session: LookupSession,
  firstPhone: string,
  requestOf: (phone: string) => LookupRequest<T> | null,
): PhoneLookup<T> {
  const lookup = useLookup<T>(session)
  const [phone, setPhone] = useState(firstPhone)
  const ask = (typed = phone): void => {
    const checked = checkPhone(typed)
    if (!checked.ok) return alertText(checked.alert)
    const request = requestOf(checked.value)
    if (request) void lookup.run(request)
  }
  return { lookup, phone, setPhone, ask }
}
