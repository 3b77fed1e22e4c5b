/** A grey key cap, shown after the word it works for. */
import type { ReactNode } from 'react'
import css from './kbd.module.css'

/** The cap of one key or chord. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={css.kbd}>{children}</kbd>
