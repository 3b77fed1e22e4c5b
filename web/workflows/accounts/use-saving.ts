/** Saving a dialog: once at a time, complaints under their fields, a stale version replaced by the current row. */
import { useCallback, useState } from 'react'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { useAction, type Action } from '../../kit/use-action.ts'

type Saving = Action<[]> & {
  errors: FieldErrors
  /** The field is being corrected: its complaint goes. */
  forget: (name: string) => void
}

/**
 * Wraps `work` for a dialog. A refusal is shown with `fallback` for want of better words; `onStale` is given the row
 * as somebody else left it, so that saving again overwrites it knowingly.
 */
export function useSaving(
  work: (key: string) => Promise<unknown>,
  fallback: string,
  onStale?: (current: unknown) => void,
): Saving {
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useCallback(
    async (key: string): Promise<void> => {
      setErrors({})
      try {
        await work(key)
      } catch (error) {
        if (error instanceof AppError) {
          if (error.fields) setErrors(error.fields)
          if (error.code === 'CONFLICT' && error.current !== undefined) onStale?.(error.current)
        }
        throw error
      }
    },
    [work, onStale],
  )
  const forget = useCallback(
    (name: string) =>
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([known]) => known !== name))),
    [],
  )
  return { ...useAction(saving, fallback), errors, forget }
}
