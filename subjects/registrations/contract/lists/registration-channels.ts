/** Channels (`SubAgent`) of registration results, and who may filter by which (D1-REG-22 to 29, D1-Q-105). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { looksLikeStart } from '#kit/contract/look-alikes.ts'

/** Username prefixes that decide the available channels. */
export const channelPrefixes = ['QCMB', 'HNIMB'] as const
const [qcmb, hnimb] = channelPrefixes

/** Whether the username starts with the prefix, or looks so (D3-ORG-09). */
const starts = ({ username }: Actor, prefix: string): boolean => looksLikeStart(username, prefix)
const manages = (actor: Actor): boolean => can(actor, 'below3')
const everybody = (): boolean => true

const channels: readonly { code: string; may: (actor: Actor) => boolean }[] = [
  { code: 'd1', may: (actor) => manages(actor) || !(starts(actor, qcmb) || starts(actor, hnimb)) },
  { code: 'd9', may: manages },
  { code: 'ga24', may: manages },
  { code: 'tr8', may: manages },
  { code: 'ga22', may: (actor) => manages(actor) || starts(actor, qcmb) },
  { code: 'ga23', may: (actor) => manages(actor) || starts(actor, hnimb) },
  { code: 'vg8', may: everybody },
  { code: 'dag9', may: everybody },
]

/** Channel codes available to `actor`, in select order. */
export const channelsFor = (actor: Actor): string[] =>
  channels.filter(({ may }) => may(actor)).map(({ code }) => code)
