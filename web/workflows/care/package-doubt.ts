/** A package that nobody knows is asked about once; confirmed a second time it is recorded. */
import { useRef } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import { unknownPackage } from '../../../contract/workflows/care.ts'

type More = { checkPackage?: true }
type SendWith = (more: More, idempotencyKey: string) => Promise<unknown>

/** How a result is sent: with the question, until it was put for this package. Without a package there is none. */
export function usePackageDoubt() {
  const asked = useRef<string | null>(null)
  return async (code: string | undefined, key: string, send: SendWith): Promise<void> => {
    if (code === undefined || asked.current === code) return void (await send({}, key))
    try {
      // Another request than the one that follows the question, so that it has a key of its own.
      await send({ checkPackage: true }, `${key}-ask`)
    } catch (error) {
      if (error instanceof AppError && error.fields?.package === unknownPackage(code)) asked.current = code
      throw error
    }
  }
}
