import { expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { radarKinds } from '#subjects/pay/contract/reports/radatruythu.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { behindEvidence } from './radar-links.ts'

const evidence = {
  id: 'x',
  // 01:00 of the 11th in Vietnam.
  luc: '2026-02-10T18:00:00.000Z',
  username_nv: 'sale111',
  so_dien_thoai: '912345678',
}

test('D3-PAY-12: every kind of evidence links to lists that a manager may open, filtered to its number or person', () => {
  for (const { value: loai } of radarKinds) {
    const behind = behindEvidence({ ...evidence, loai })
    expect(behind.length).toBeGreaterThan(1)
    for (const { screen, filters } of behind) {
      expect([loai, screen, can(actorOf(2), screenOf(screen).may)]).toEqual([loai, screen, true])
      const { username, message, phone } = filters as Record<string, string>
      expect([loai, screen, message ?? phone ?? username]).toEqual([
        loai,
        screen,
        loai === 'ti_le_hoan' ? 'sale111' : '912345678',
      ])
    }
  }
  expect(behindEvidence({ ...evidence, loai: 'tin_hai_don' })[0]?.filters).toMatchObject({
    startDate: '11/02/2026',
    endDate: '11/02/2026',
  })
  expect(behindEvidence({ ...evidence, loai: 'ti_le_hoan' })[0]?.filters).toMatchObject({
    startDate: '01/02/2026',
    endDate: '28/02/2026',
  })
})
