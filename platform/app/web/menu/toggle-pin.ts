/** Pins a screen of the menu, or takes it off (D3-NAV-04). */
import type { Actor } from '#platform/contract/abilities.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { toast } from '#kit/web/feedback.ts'
import { storeValue } from '#kit/web/storage.ts'
import { mostPins, pins, pinsKey, pinsOf } from './menu-state.ts'

/** Pins a screen for `actor`, after those of `pinned`, or takes it off. */
export function togglePin(
  name: ScreenName,
  actor: Actor,
  pinned: readonly ScreenName[] = pinsOf(pins.get(), actor),
  most = mostPins,
): void {
  if (!pinned.includes(name) && pinned.length >= most) {
    toast('info', `Đã ghim đủ ${most} màn hình, hãy bỏ ghim một màn hình trước.`)
    return
  }
  const next = pinned.includes(name) ? pinned.filter((one) => one !== name) : [...pinned, name]
  pins.set((now) => ({ ...now, [actor.username]: next }))
  storeValue(pinsKey, pins.get())
}
