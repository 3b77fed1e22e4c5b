/** The device of a user with a second factor. */
import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import type { FactorDraft } from '#subjects/people/contract/calls/second-factor.ts'
import type { Caller } from './server.ts'

export type Device = {
  secret: string
  recovery: string[]
  /** The code it shows, with a clock that is `steps` times 30 seconds fast. */
  code: (steps?: number) => string
}

export const deviceWith = ({ secret, recovery }: Omit<FactorDraft, 'address'>): Device => ({
  secret,
  recovery,
  code: (steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 }),
})

const path = '/api/v1/session/second-factor'

/** A code whose 30 seconds end while the server looks at it counts as one older, so what follows begins early in them. */
async function beginEarly(): Promise<void> {
  const msLeft = 30_000 - (Date.now() % 30_000)
  if (msLeft < 3_000) await setTimeout(msLeft)
}

/** Sets up a second factor as the screen does; `steps` is the clock offset of the device during setup, `code` a code of the former device. */
export async function setUpFactor(caller: Caller, steps = -1, code?: string): Promise<Device> {
  await beginEarly()
  const begun = await caller.post(path, { code })
  if (begun.status !== 200) throw new Error(begun.text)
  const device = deviceWith((await caller.get(`${path}/new`)).data as FactorDraft)
  const finished = await caller.put(path, { code: device.code(steps) })
  if (finished.status !== 200) throw new Error(finished.text)
  return device
}
