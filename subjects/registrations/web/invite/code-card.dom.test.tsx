/** Where typing goes on when the form of a code opens. */
import { expect, test } from 'vitest'
import type { OpenOrder } from '#subjects/registrations/contract/calls/invite.ts'
import { stubCalls } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { CodeCard } from './code-card.tsx'

const order: OpenOrder = {
  orderCode: 'c1',
  phone: '912345678',
  customerId: null,
  package: 'MO90',
  sentAt: '2026-11-02T02:00:00.000Z',
  left: 60_000,
  tries: 2,
}
/** Label of the box in which the card begins; empty where it is in none. */
function begins(card: Pick<Parameters<typeof CodeCard>[0], 'handed' | 'open'>): string {
  stubCalls(() => ({ values: [], count: 0 }))
  open(<CodeCard tab={{ type: '9084', label: 'Mã OTP' }} done={() => undefined} {...card} />)
  const box = document.activeElement
  return box instanceof HTMLInputElement ? (box.labels?.[0]?.textContent ?? 'no label') : ''
}

test('D3-OTP-06: with an open order the form starts at its code', () => {
  expect(begins({ handed: null, open: [order] })).toMatch(/OTP/)
})

test('D3-OTP-06: without an open order and a customer the form has no focus', () => {
  expect(begins({ handed: null, open: [] })).toBe('')
})
