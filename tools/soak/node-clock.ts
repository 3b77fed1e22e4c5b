/**
 * Preloaded into the processes of a soak (`node --import`): `Date` shows the time of the file PLAYED_CLOCK, like
 * the database (test/clock.ts). Timers and performance.now() stay real.
 */
import { readFileSync } from 'node:fs'

const file = process.env.PLAYED_CLOCK
if (file === undefined) throw new Error('PLAYED_CLOCK is missing')

/** The file is read again after this many ms. */
const fresh = 50
const realNow = Date.now.bind(Date)
let readAt = -Infinity
let clock = { base: 0, since: 0, factor: 1 }

function played(): number {
  if (performance.now() - readAt > fresh) {
    clock = JSON.parse(readFileSync(file ?? '', 'utf8')) as typeof clock
    readAt = performance.now()
  }
  return Math.floor(clock.base + (realNow() - clock.since) * clock.factor)
}

Date.now = played
globalThis.Date = new Proxy(Date, {
  construct: (real, args: unknown[], target) =>
    Reflect.construct(real, args.length === 0 ? [played()] : args, target) as Date,
  apply: (real) => new real(played()).toString(),
})
