/** An unknown package is asked about once; a second confirmation records it. */
import { useRef } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import { unknownPackage } from '../../../contract/workflows/care.ts'

type PackageCheck = { checkPackage?: true }
type SendWith = (more: PackageCheck, idempotencyKey: string) => Promise<unknown>

/** Sends a result with the package check, until it failed once for this package. No package, no check. */
export function usePackageCheck() {
  const warnedCode = useRef<string | null>(null)
  return async (code: string | undefined, key: string, send: SendWith): Promise<void> => {
    if (code === undefined || warnedCode.current === code) return void (await send({}, key))
    try {
      // The checked request is another one than that without the check, so it has its own idempotency key.
      await send({ checkPackage: true }, `${key}-ask`)
    } catch (error) {
      if (error instanceof AppError && error.fields?.package === unknownPackage(code))
        warnedCode.current = code
      throw error
    }
  }
}
