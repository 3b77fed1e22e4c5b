/** Detects printing, and holds the rows to print. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TableRow } from '../resource-api.ts'
import { createStore } from '../store.ts'

/** Every row of the filter of the named list, while 'In tất cả' prints it; null for the rows of the page. */
export const everyPrinted = createStore<{ list: string; rows: readonly TableRow[] } | null>(null)

/** Whether something in front prints itself instead: a slip, the guide, an explanation. */
const othersPrint = (): boolean => document.querySelector('[data-prints]') !== null

/** Whether the page is being printed. Rendered at once, as the browser does not wait for a later render. */
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
