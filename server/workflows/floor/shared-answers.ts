/** Answers that many screens ask for at the same moment, made once: a push has every window that shows a list read it. */
import type { Channel } from '../../../contract/channels.ts'
import { json, type Json } from '../../kit/answer.ts'

/** An answer is given out for so long without a known change, in ms: it also says how much time has passed. */
const longest = 1_000
/** Most answers kept; the one made longest ago goes. */
const most = 50

type Kept = { changes: number; at: number; text: Promise<string> }

export type SharedAnswers = {
  /**
   * The answer for everybody whose `key` is the same, made anew after each known change of `list`. The key must hold all
   * that the answer depends on: of the question, and of the reader's rights.
   */
  share: <T>(list: Channel, key: readonly unknown[], make: () => Promise<T>) => Promise<Json<T>>
}

/** Opens the answers of one process; `changesOf` counts the known changes of a list. */
export function openSharedAnswers(changesOf: (list: string) => number): SharedAnswers {
  const answers = new Map<string, Kept>()

  function begin(key: string, changes: number, make: () => Promise<string>): Promise<string> {
    const text = make()
    const kept: Kept = { changes, at: performance.now(), text }
    answers.delete(key)
    answers.set(key, kept)
    const oldest = answers.keys().next().value
    if (answers.size > most && oldest !== undefined) answers.delete(oldest)
    return text.catch((error: unknown) => {
      if (answers.get(key) === kept) answers.delete(key)
      throw error
    })
  }

  return {
    async share<T>(list: Channel, parts: readonly unknown[], make: () => Promise<T>) {
      const key = JSON.stringify([list, ...parts])
      const changes = changesOf(list)
      const text = async (): Promise<string> => JSON.stringify(await make())
      const kept = answers.get(key)
      if (!kept || kept.changes !== changes || performance.now() - kept.at >= longest)
        return json<T>(await begin(key, changes, text))
      // Who made it may have gone away, or been refused for a reason of its own.
      return json<T>(await kept.text.catch(text))
    },
  }
}
