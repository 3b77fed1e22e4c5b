/** Pins a screen of the menu, or takes it off (D3-NAV-04). */
import type { Actor } from '#platform/contract/abilities.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { toast } from '#kit/web/feedback.ts'
import { storeValue } from '#kit/web/storage.ts'
import { mostPins, pins, pinsKey, pinsOf } from './menu-state.ts'

/** Pins a screen for `actor`, after those of `own`, or takes it off. */
export function togglePin(
  name: ScreenName,
  actor: Actor,
  own: readonly ScreenName[] = pinsOf(pins.get(), actor),
  most = mostPins,
): void {
  if (!own.includes(name) && own.length >= most) {
    toast('info', `Đã ghim đủ ${most} màn hình, hãy bỏ ghim một màn hình trước.`)
    return
  }
  const next = own.includes(name) ? own.filter((one) => one !== name) : [...own, name]
  pins.set((now) => ({ ...now, [actor.username]: next }))
  storeValue(pinsKey, pins.get())
}
