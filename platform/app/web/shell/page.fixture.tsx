/** A part in a page, for tests of what a person does in it; they are named `*.dom.test.tsx`. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { onToast, type Toast } from '#kit/web/feedback.ts'
import { queryClient } from '#kit/web/query.ts'
import { session } from '#kit/web/session.ts'
import { TabProvider, type TabState } from '#kit/web/tab-state.tsx'
import { theme } from '#platform/web/theme/theme.ts'
import { ConfirmHost } from './confirm-host.tsx'
import { readingOf, signIn, type Reading } from './reading.fixture.tsx'
import { Toasts } from './toasts.tsx'

/** The page around a part: theme without transitions, cache, questions and notices. */
function Page({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        {children}
        <ConfirmHost />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Opens a part for a manager, unless `signIn` came before; the answer types and presses in it. */
export function open(part: ReactNode): UserEvent {
  if (session.get().status !== 'in') signIn()
  render(part, { wrapper: Page })
  return userEvent.setup()
}

const noTab: TabState = { screen: 'dashboard', active: true, search: '', keep: () => undefined }

/** Opens the menu of a row and takes one of its actions. */
export async function chooseInRow(user: UserEvent, row: number, action: string | RegExp): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Thao tác khác dòng ${row}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

/** A hook in the page of a manager, unless `signIn` came before; `current` is what it gives now. `tab`: where its screen is. */
export function hookInPage<T>(use: () => T, tab: Partial<TabState> = {}): { current: T } {
  if (session.get().status !== 'in') signIn()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Page>
      <TabProvider tab={{ ...noTab, ...tab }}>{children}</TabProvider>
    </Page>
  )
  return renderHook(use, { wrapper }).result
}

/** What the whole page says now, dialogs included. */
export const reading = (): Reading => readingOf(document.body.innerHTML)

/** Opens a part and reads it. */
export function readOpen(part: ReactNode): Reading {
  document.body.innerHTML = ''
  open(part)
  return reading()
}

/** Texts of the notices from here on. */
export function notices(): string[] {
  const texts: string[] = []
  onToast(({ text }: Toast) => texts.push(text))
  return texts
}

/** A window that says yes to the media queries with one of these in them, until the test ends. */
export const windowOf = (...yes: string[]): void =>
  void vi.stubGlobal('matchMedia', (query: string) => ({
    matches: yes.some((part) => query.includes(part)),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

/** A window as narrow as a phone until the test ends. */
export const onPhone = (): void => windowOf('')

type Size = 'clientWidth' | 'clientHeight' | 'offsetWidth' | 'offsetHeight' | 'scrollWidth'

/** Gives every element these sizes in px until the test ends: a page of tests lays nothing out. */
export function stubSizes(sizes: Partial<Record<Size, number>>): void {
  for (const [name, px] of Object.entries(sizes)) {
    const spy = vi.spyOn(HTMLElement.prototype, name as Size, 'get').mockReturnValue(px)
    onTestFinished(() => spy.mockRestore())
  }
}

/** Keeps the value of a control that is tried. */
export function WithState<T>({
  first,
  children,
}: {
  first: T
  children: (value: T, set: (next: T) => void) => ReactNode
}) {
  const [value, set] = useState(first)
  return children(value, set)
}
