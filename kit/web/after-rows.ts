/** Work that the first rows do not need, such as the code of dialogs: done once the screen in front has its rows. */
const waiting: (() => Promise<unknown>)[] = []

/** Runs `work` then; on a page without rows after 2 s. A failure is left to whoever needs the result. */
export function afterRows(work: () => Promise<unknown>): void {
  waiting.push(work)
  setTimeout(() => void doAfterRows(), 2_000)
}

/** Runs the waiting work in turn, with what it adds (dialogs load further dialogs); resolves when all has ended. */
export async function doAfterRows(): Promise<void> {
  while (waiting.length > 0) await Promise.allSettled(waiting.splice(0).map((work) => work()))
}
