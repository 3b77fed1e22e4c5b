/** Channels chosen for a staff member (D1-CHAN). */
import * as z from 'zod/mini'
import { codeTabs } from '#platform/contract/code-tabs.ts'
import { defineCall } from '#kit/contract/call.ts'
import { pageOf } from '#kit/contract/shapes.ts'

/** The carrier channels (D1-CHAN-11, D1-CONST-01). */
export const carrierChannels = ['d1', 'd9', 'ga22', 'ga23', 'ga24', 'tr8', 'vg8', 'dag9'] as const
/** Channels of the confirmation codes, selected in the same dialog (D1-Q-047). */
export const codeChannels = codeTabs.map(({ channel }) => channel)
export const channels = [...carrierChannels, ...codeChannels] as const

const choice = z.strictObject({ staff_username: z.string(), kenh: z.enum(channels), active: z.boolean() })
export type Channel = (typeof channels)[number]
export type ChannelChoice = z.output<typeof choice>

const chosen = z.object({ accountUsername: z.string(), channelText: z.string() })

export const channelChoices = defineCall({
  method: 'GET',
  path: '/api/v1/userkenhmoigoi',
  may: 'below3',
  summary: 'Channel selections; all of them without page and count',
  input: z.object({ page: z.optional(z.string()), count: z.optional(z.string()) }),
  answer: pageOf(choice),
})

/** Priority 1 or 2 is checked in the handler, as the refusal names channel and account (D1-Q-048). */
export const chooseChannel = defineCall({
  method: 'POST',
  path: '/api/v1/userkenhmoigoi/chonKenh',
  may: 'any',
  summary: 'Chooses a channel for an account (priority 1-2)',
  input: chosen,
  answer: choice,
})

export const unchooseChannel = defineCall({
  method: 'POST',
  path: '/api/v1/userkenhmoigoi/huyChonKenh',
  may: 'any',
  summary: 'Takes a channel away from an account (priority 1-2)',
  input: chosen,
  answer: choice,
})

export const findChannel = defineCall({
  method: 'POST',
  path: '/api/v1/userkenhmoigoi/findChannel',
  may: 'any',
  summary: 'The selection of one channel, or null; priority 3 and above asks for itself and its branch only',
  input: z.object({ accountUsername: z.string(), channelName: z.string() }),
  answer: z.nullable(choice),
})

/** Refusals for selecting and removing a channel (D1-CHAN-08, D1-CHAN-09). */
export const chooseFailed = (channel: string, account: string): string =>
  `Chọn kênh '${channel}' cho tài khoản '${account}' không thành công`
export const unchooseFailed = (channel: string, account: string): string =>
  `Huỷ chọn kênh '${channel}' của tài khoản '${account}' không thành công`
