/** What look-ups that stand together share: how long to wait, whether the carrier is out, what was said already. */
import { useRef, useState } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import { readPhone } from '../../../contract/phone.ts'
import { lookupTexts } from '../../../contract/workflows/lookup.ts'
import { showError, toast } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import { useActor } from '../../kit/session.ts'
import { usePublicSetting } from '../../kit/public-settings.ts'
import { remember } from './recent.ts'

/** Five cards that fail of one cause say so once. */
const sameWithinMs = 3_000
/** Cache key of what look-ups use up. */
export const lookupSource = 'lookup'

export type LookupSession = {
  waitMs: number
  /** The carrier's last refusal while it does not answer; null while all is well. */
  outage: string | null
  /** Whether an answer that comes now is for whoever is looking. */
  wanted: () => boolean
  asked: (phone: string) => void
  answered: () => void
  failed: (error: unknown) => void
}

/** Whether the carrier, and not the question, is to blame. */
const isOutage = (error: unknown): error is AppError => error instanceof AppError && error.code === 'UPSTREAM'

/** What the look-ups of one screen share. */
export function useLookupSession(): LookupSession {
  const { username } = useActor()
  const waitMs = usePublicSetting('lookup.wait') * 1000
  const [outage, setOutage] = useState<string | null>(null)
  const said = useRef({ text: '', at: -Infinity })
  const say = (error: unknown): void => {
    const text = error instanceof Error ? error.message : ''
    const { text: before, at } = said.current
    said.current = { text, at: performance.now() }
    if (text === before && performance.now() - at < sameWithinMs) return
    if (text === lookupTexts.noAnswer) toast('failure', text)
    else showError(error)
  }
  return {
    waitMs,
    outage,
    wanted: () => true,
    asked: (phone) => {
      const whole = readPhone(phone)
      if (whole) remember(username, whole)
    },
    answered: () => {
      setOutage(null)
      void refresh(lookupSource)
    },
    failed: (error) => {
      say(error)
      if (isOutage(error)) setOutage(error.message)
      else if (error instanceof AppError && error.code === 'NOT_FOUND') setOutage(null)
      void refresh(lookupSource)
    },
  }
}
