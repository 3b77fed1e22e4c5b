/** What a user reads of a part, without a browser; for tests of words, figures and buttons. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { Actor } from '#platform/contract/abilities.ts'
import { nameOf, type CacheKey } from '#platform/contract/channels.ts'
import type { AnswerOf, Call, InputOf } from '#kit/contract/call.ts'
import type { Me } from '#platform/contract/calls/session.ts'
import { queryClient } from '#kit/web/query.ts'
import { session } from '#kit/web/session.ts'
import { actorOf } from './actor.fixture.ts'

/** Who signed in; a manager unless a test says otherwise. */
export const signIn = (actor: Actor = actorOf(2), fullname = ''): void =>
  session.set({
    status: 'in',
    actor,
    user: { username: actor.username, fullname } as Me,
    bar: null,
    hasFactor: true,
  })

/** What the server answers to a call. */
export const answered = <C extends Call>(
  resource: CacheKey,
  call: C,
  input: InputOf<C>,
  answer: AnswerOf<C>,
): void => void queryClient.setQueryData([nameOf(resource), call.path, input], answer)

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
}
const decoded = (text: string): string =>
  text.replace(/&(\w+|#x27);/g, (all, name: string) => entities[name] ?? all)

const plain = (html: string): string =>
  decoded(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : decoded(found)
}

export type Reading = {
  html: string
  /** Words in the order of the page. */
  text: string
  /** Names of the buttons that can be pressed. */
  buttons: string[]
  /** Names of the others, each with the reason that pointing at it tells. */
  off: Record<string, string>
  /** Texts of the cells, by row. */
  rows: string[][]
  /** Names of the boxes that are ticked. */
  ticked: string[]
}

/** What a person reads in markup. */
export function readingOf(markup: string): Reading {
  const html = markup.replace(/<style[^>]*>.*?<\/style>/gs, '')
  const buttons = [...html.matchAll(/(<button[^>]*>)(.*?)<\/button>/gs)].map(([, tag = '', inside = '']) => ({
    name: attribute(tag, 'aria-label') ?? plain(inside),
    off: / disabled=""/.test(tag),
    why: attribute(tag, 'title') ?? '',
  }))
  return {
    html,
    text: plain(html),
    buttons: buttons.filter(({ off }) => !off).map(({ name }) => name),
    off: Object.fromEntries(buttons.filter(({ off }) => off).map(({ name, why }) => [name, why])),
    rows: [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => plain(cell)),
    ),
    ticked: [...html.matchAll(/<input[^>]* checked=""[^>]*>/g)].map(
      ([tag]) => attribute(tag, 'aria-label') ?? attribute(tag, 'value') ?? '',
    ),
  }
}

/** Renders a part as its first reader sees it, with what `answered` and `signIn` left. */
export function read(part: ReactNode): Reading {
  if (session.get().status !== 'in') signIn()
  return readingOf(
    renderToStaticMarkup(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath="/">{part}</Router>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
}

/** What a hook gives at its first render. */
export function hookValue<T>(use: () => T): T {
  const values: T[] = []
  function Probe() {
    values.push(use())
    return null
  }
  read(<Probe />)
  const [value] = values.slice(-1)
  if (values.length === 0) throw new Error('not rendered')
  return value as T
}
