/** The ranking beside a revenue report: who is in it, compared with which days, and what a bar opens (D3-ONE-02). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { noneValue } from '#kit/contract/resource.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { Ranking } from './ranking.tsx'

const row = (username_nv: string, doanhThu: number, ten_nv: string | null = `Tên ${username_nv}`) => ({
  username_nv,
  ten_nv,
  doanhThu,
})
type Row = ReturnType<typeof row>
const november = { startDate: '01/11/2026', endDate: '20/11/2026', team: 'leader11' }

/** The ranking of these rows, with those of the days before; the latter without packages is before the first data. */
function ranking(now: Row[], then: Row[] = [], packages = 5) {
  const calls = stubCalls((path) => {
    if (!path.includes('/reportstaffrevenue')) return nothingThere
    const current = decodeURIComponent(path).includes('endDate=20/11/2026')
    const values = current ? now : then
    return { values, count: values.length, tongGoi: current ? 9 : packages }
  })
  open(<Ranking report={reportstaffrevenue} title="Xếp hạng nhân viên" filters={november} />)
  return { requests: () => calls.map(({ path }) => decodeURIComponent(path)) }
}
const card = () => screen.findByRole('region', { name: 'Xếp hạng nhân viên' })

beforeEach(() => {
  queryClient.clear()
  signIn(actorOf(2))
})

test('D2-SREV: the best of the filter are requested, and those of the same filter for the days before', async () => {
  const { requests } = ranking([row('an', 1_000)], [row('an', 800)])
  await card()
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(requests()[0]).toMatch(
    /startDate=01\/11\/2026&endDate=20\/11\/2026&team=leader11&sort=-doanhThu&page=0&count=10$/,
  )
  expect(requests()[1]).toMatch(/startDate=01\/10\/2026&endDate=20\/10\/2026&team=leader11&.*count=1000$/)
})

test('D3-ONE-02: each entry has its amount of the days before and the change; one without sales before starts at 0', async () => {
  ranking([row('an', 1_000), row('binh', 500)], [row('binh', 400), row('chi', 900)])
  await card()
  await screen.findByText('+25%')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/Tên an.*1,000.*Kỳ trước 0/)
  expect(lines[1]).toMatch(/Tên binh.*500.*\+25%.*Kỳ trước 400/)
})

test('D3-ONE-02: before the first data nothing is compared', async () => {
  ranking([row('an', 1_000)], [], 0)
  await card()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(reading().text).not.toContain('Kỳ trước')
  expect(reading().text).toContain('1,000')
})

test('D3-WORD-01: sales without a staff member, and people without sales, have no rank; without a name the account is shown', async () => {
  ranking([row(noneValue, 9_000, 'Không rõ'), row('an', 1_000, null), row('binh', 0), row('chi', -5)])
  await card()
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^an/)
})

test('D2-SREV: without sales there is no ranking', async () => {
  const { requests } = ranking([row('binh', 0)])
  await waitFor(() => expect(requests()).toHaveLength(2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('region')).toBeNull()
})

test('D2-REVF-30: an amount opens its lines for its days; 0 opens nothing', async () => {
  ranking([row('an', 1_000), row('binh', 500)], [row('an', 800)])
  const links = within(await card())
  const now = links.getByRole('link', { name: 'Tên an 1,000 đ' })
  expect(decodeURIComponent(now.getAttribute('href') ?? '')).toContain(
    'startDate=01/11/2026&endDate=20/11/2026',
  )
  const before = await links.findByRole('link', { name: 'Tên an kỳ trước 800 đ' })
  expect(decodeURIComponent(before.getAttribute('href') ?? '')).toMatch(
    /startDate=01\/10\/2026&endDate=20\/10\/2026&username=an/,
  )
  expect(links.queryByRole('link', { name: /^Tên binh kỳ trước/ })).toBeNull()
})
