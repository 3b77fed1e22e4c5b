/** Usernames that look like a prefix count as having it, whatever characters they are written with. */
import { expect, test } from 'vitest'
import { settledRights } from '#platform/contract/abilities.ts'
import { skeletonOf, looksLikeStart } from './look-alikes.ts'
import { channelsFor } from '#subjects/registrations/contract/lists/registration-channels.ts'

/** As in a new installation. */
const settings = {
  restrictedPriorities: [],
  noRefundPrefixes: ['HNIMB'],
  'desk.onlyByPermission': 0,
  'desk.ownRequests': 1,
} as const

test.each([
  'HNIMB01',
  'hnimb01',
  'ＨＮＩＭＢ01',
  'НNIMB01',
  'HΝIMB01',
  'HNІMB01',
  'HNlMB01',
  'HN1MB01',
  'HNɪMB01',
  'HNıMB',
  'HNÍMB01',
  'Hn\u0323imb01',
  'HN\u200bIMB01',
  'HNIMВ01',
  'HNIrnB01',
  'ʜɴɪᴍʙ01',
])('%s looks like a user name that begins with HNIMB (D3-ORG-09, D1-Q-013)', (username) => {
  expect(looksLikeStart(username, 'HNIMB')).toBe(true)
  expect(settledRights({ priority: 5, username }, settings).seesRefunds).toBe(false)
})

test.each(['sale111', 'HNB01', 'NHIMB', 'MHNIMB', 'HN-IMB', 'chinhanh1'])(
  '%s does not look like one that begins with HNIMB (D3-ORG-09)',
  (username) => {
    expect(looksLikeStart(username, 'HNIMB')).toBe(false)
    expect(settledRights({ priority: 5, username }, settings).seesRefunds).toBe(true)
  },
)

test('look-alikes of a user name prefix get the channels of that prefix (D3-ORG-09, D1-REG-22, D1-REG-26)', () => {
  const looksOf = (username: string): string[] =>
    channelsFor({
      id: '',
      username,
      fullname: '',
      priority: 5,
      roleName: '',
      permissions: new Set(),
      brandId: null,
      groupId: null,
      restricted: true,
      seesRefunds: true,
      deskByCode: false,
      decidesOwn: true,
    })
  expect(looksOf('ＱＣМB7')).toEqual(looksOf('QCMB7'))
  expect(looksOf('QCMB7')).toEqual(['ga22', 'vg8', 'dag9'])
  expect(looksOf('sale7')).toEqual(['d1', 'vg8', 'dag9'])
})

test('taking the look of a text twice gives the same result as once (D3-ORG-09)', () => {
  for (const text of ['HNIMB', 'ʜɴɪᴍʙ', 'vvrn', 'Straße-12', 'Ωmega'])
    expect(skeletonOf(skeletonOf(text))).toBe(skeletonOf(text))
})
