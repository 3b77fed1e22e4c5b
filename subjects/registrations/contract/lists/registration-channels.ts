/** Channels (`SubAgent`) of registration results and who may choose which (D1-REG-22 to 29, D1-Q-105). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { looksLikeStart } from '#kit/contract/look-alikes.ts'

/** Beginnings of user names that decide which channels there are. */
export const channelPrefixes = ['QCMB', 'HNIMB'] as const
const [qcmb, hnimb] = channelPrefixes

/** Whether the username begins with the prefix, as a reader sees it (D3-ORG-09). */
const starts = ({ username }: Actor, prefix: string): boolean => looksLikeStart(username, prefix)
const manages = (actor: Actor): boolean => can(actor, 'below3')
const all = (): boolean => true

const channels: readonly { code: string; may: (actor: Actor) => boolean }[] = [
  { code: 'd1', may: (actor) => manages(actor) || !(starts(actor, qcmb) || starts(actor, hnimb)) },
  { code: 'd9', may: manages },
  { code: 'ga24', may: manages },
  { code: 'tr8', may: manages },
  { code: 'ga22', may: (actor) => manages(actor) || starts(actor, qcmb) },
  { code: 'ga23', may: (actor) => manages(actor) || starts(actor, hnimb) },
  { code: 'vg8', may: all },
  { code: 'dag9', may: all },
]

/** The codes that `actor` may choose, in the order of the select. */
export const channelsFor = (actor: Actor): string[] =>
  channels.filter(({ may }) => may(actor)).map(({ code }) => code)
