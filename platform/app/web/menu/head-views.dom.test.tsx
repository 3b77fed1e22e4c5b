/** The views of a place in the head of its screens (D3-NAV-05). */
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { HeadLinks, ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { openTab, resetTabs, tabs } from '#platform/web/tabs.ts'
import { actorOf } from '../shell/actor.fixture.ts'
import { open } from '../shell/page.fixture.tsx'
import { signIn } from '../shell/reading.fixture.tsx'
import { HeadViews } from './head-views.tsx'

beforeEach(resetTabs)
const head = () => (
  <HeadLinks value={<HeadViews name="requestrefund" />}>
    <ScreenHead title="Yêu cầu hoàn tiền" />
  </HeadLinks>
)

test('D3-NAV-05: views are links to their own addresses, the current one is marked, and opening another replaces its tab', async () => {
  openTab('blacklist')
  openTab('requestrefund')
  openTab('mfy')
  signIn(actorOf(2))
  const user = open(head())
  const links = screen.getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['Yêu cầu', '/app/requestrefund', 'page'],
    ['Báo cáo', '/app/requestrefundreport', null],
  ])
  await user.click(screen.getByRole('link', { name: 'Báo cáo' }))
  expect(tabs.get()).toEqual({
    open: ['blacklist', 'requestrefundreport', 'mfy'],
    active: 'requestrefundreport',
  })
  expect(location.pathname).toBe('/app/requestrefundreport')
})

test('D3-NAV-05: with Ctrl a view opens in a new tab, as any link', () => {
  openTab('requestrefund')
  signIn(actorOf(2))
  open(head())
  fireEvent.click(screen.getByRole('link', { name: 'Báo cáo' }), { ctrlKey: true })
  expect(tabs.get().open).toEqual(['requestrefund'])
})

test('D3-NAV-05: a salesperson finds all views of the place in the heading', () => {
  signIn(actorOf(5))
  open(head())
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Yêu cầu',
    'Báo cáo',
    'Mfy',
    'Mời gói',
    'Mời hôm sau',
  ])
})

test('D3-NAV-05: a screen without other views has no view links', () => {
  signIn(actorOf(2))
  open(
    <HeadLinks value={<HeadViews name="blacklist" />}>
      <ScreenHead title="Blacklist" />
    </HeadLinks>,
  )
  expect(screen.queryByRole('link')).toBeNull()
})
