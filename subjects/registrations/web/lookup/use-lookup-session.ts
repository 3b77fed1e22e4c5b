/** State shared by the look-ups of one screen: time limit, carrier outage, messages already shown. */
import { useRef, useState } from 'react'
import { AppError } from '#kit/contract/error.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { remember } from './recent.ts'

/** Cards that fail for the same reason within this time show one message. */
const sameWithinMs = 3_000
/** Cache key of the look-up limits. */
export const lookupSource = 'lookup'

export type LookupSession = {
  waitMs: number
  /** The carrier's last refusal while it does not answer; null otherwise. */
  outage: string | null
  /** Whether the page still wants an answer that arrives now. */
  wanted: () => boolean
  onAsk: (phone: string) => void
  answered: () => void
  failed: (error: unknown) => void
}

/** Whether the carrier failed, not the request. */
const isOutage = (error: unknown): error is AppError => error instanceof AppError && error.code === 'UPSTREAM'

export function useLookupSession(): LookupSession {
  const { username } = useActor()
  const waitMs = usePublicSetting('lookup.wait') * 1000
  const [outage, setOutage] = useState<string | null>(null)
  const lastMessage = useRef({ text: '', at: -Infinity })
  const show = (error: unknown): void => {
    const text = error instanceof Error ? error.message : ''
    const { text: before, at } = lastMessage.current
    lastMessage.current = { text, at: performance.now() }
    if (text === before && performance.now() - at < sameWithinMs) return
    if (text === lookupTexts.noAnswer) toast('failure', text)
    else showError(error)
  }
  return {
    waitMs,
    outage,
    wanted: () => true,
    onAsk: (phone) => {
      const validPhone = readPhone(phone)
      if (validPhone) remember(username, validPhone)
    },
    answered: () => {
      setOutage(null)
      void refresh(lookupSource)
    },
    failed: (error) => {
      show(error)
      if (isOutage(error)) setOutage(error.message)
      else if (error instanceof AppError && error.code === 'NOT_FOUND') setOutage(null)
      void refresh(lookupSource)
    },
  }
}
