/** When the page is printed, and what of a list then stands on paper. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TableRow } from '../resource-api.ts'
import { createStore } from '../store.ts'

/** Every row of the filter of the list with this name, while 'In tất cả' prints it; null for the rows of the page. */
export const everyPrinted = createStore<{ list: string; rows: readonly TableRow[] } | null>(null)

/** Whether something in front prints itself: a slip, the guide, an explanation. */
const othersPrint = (): boolean => document.querySelector('[data-prints]') !== null

/** Whether the page is being printed. Rendered at once: the browser waits for no later render. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const print = matchMedia('print')
    const turn = (on: boolean): void => flushSync(() => setPrinting(on && !othersPrint()))
    const begin = (): void => turn(true)
    const end = (): void => turn(false)
    const change = ({ matches }: MediaQueryListEvent): void => turn(matches)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    print.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      print.removeEventListener('change', change)
    }
  }, [])
  return printing
}
