/** Shutdown of the process: opened parts are closed in reverse order, each within a time limit. */
import type { Log } from '#kit/server/context.ts'

type Close = () => unknown

export type Closing = {
  /** Registers parts that are closed in parallel, each within `seconds`, before everything added earlier. */
  add: (parts: Readonly<Record<string, Close>>, seconds?: number) => void
  /** Closes everything; never throws. Failures and timeouts are logged. */
  close: () => Promise<void>
}

/** Default time limit of a part, in seconds: a lost database must not block the shutdown (docs/operations-reference.md). */
const usual = 5

async function closePart(name: string, close: Close, seconds: number, log: Log): Promise<void> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`not closed within ${seconds} s`), seconds * 1000)
  try {
    const whole = (async () => {
      await close()
      return null
    })()
    const lateReason = await Promise.race([whole, late.promise])
    if (lateReason) log.warn({ part: name, why: lateReason }, 'left open at the end')
  } catch (error) {
    log.warn({ part: name, why: String(error) }, 'left open at the end')
  } finally {
    clearTimeout(timer)
  }
}

/** Collects the parts to close while a server starts, so that a refused start leaves nothing open. */
export function openClosing(log: Log): Closing {
  const steps: { parts: Readonly<Record<string, Close>>; seconds: number }[] = []
  return {
    add: (parts, seconds = usual) => void steps.push({ parts, seconds }),
    async close() {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const { parts, seconds } = step
        await Promise.all(Object.entries(parts).map(([name, close]) => closePart(name, close, seconds, log)))
      }
    },
  }
}
