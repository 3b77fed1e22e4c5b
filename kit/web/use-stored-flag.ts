/** A yes or no that the browser remembers for the signed-in user. */
import { useState } from 'react'
import { useActor } from './session.ts'
import { storedValue, storeValue } from './storage.ts'

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** The flag stored under `name`, at first `initial()`, and a function that toggles it. */
export function useStoredFlag(name: string, initial: () => boolean): { on: boolean; toggle: () => void } {
  const key = `${useActor().username} ${name}`
  const [on, setOn] = useState(() => storedValue(key, isFlag) ?? initial())
  const toggle = (): void => {
    storeValue(key, !on)
    setOn(!on)
  }
  return { on, toggle }
}
