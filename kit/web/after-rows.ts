/** Work that no first row needs, as loading the code of dialogs: done when the screen in front has its rows. */
const waiting: (() => Promise<unknown>)[] = []

/** Has `work` done then, on a page without rows after 2 s. A failure is for whoever needs the result. */
export function afterRows(work: () => Promise<unknown>): void {
  waiting.push(work)
  setTimeout(() => void doAfterRows(), 2_000)
}

/** Does all that waits and what it adds in turn, as dialogs bring dialogs of their own; resolves when all has ended. */
export async function doAfterRows(): Promise<void> {
  while (waiting.length > 0) await Promise.allSettled(waiting.splice(0).map((work) => work()))
}
