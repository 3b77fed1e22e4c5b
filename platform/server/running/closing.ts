/** How the process ends: what was opened is closed again, the last first, and nothing holds the end for ever. */
import type { Log } from '#kit/server/context.ts'

type Close = () => unknown

export type Closing = {
  /** Closes these, side by side and each within `seconds`, before everything that was added earlier. */
  add: (parts: Readonly<Record<string, Close>>, seconds?: number) => void
  /** Closes everything; never throws. What fails or takes too long is a line of the log. */
  close: () => Promise<void>
}

/** Seconds that a part has unless it is told otherwise: a lost database must not hold the end (docs/operations-reference.md). */
const usual = 5

async function closePart(name: string, close: Close, seconds: number, log: Log): Promise<void> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`not closed within ${seconds} s`), seconds * 1000)
  try {
    const whole = (async () => {
      await close()
      return null
    })()
    const told = await Promise.race([whole, late.promise])
    if (told) log.warn({ part: name, why: told }, 'left open at the end')
  } catch (error) {
    log.warn({ part: name, why: String(error) }, 'left open at the end')
  } finally {
    clearTimeout(timer)
  }
}

/** Gathers what must be closed while a server starts, so that a start that is refused leaves nothing behind either. */
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
