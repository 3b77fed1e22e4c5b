/** A form as a person uses it: types, picks, saves; for tests of what it sends and of what a refusal shows. */
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { stubCalls, written } from './sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'

type Answers = {
  /** What a read is answered. */
  read?: (path: string) => unknown
  /** What a write is answered, by its input; throws AppError to refuse. */
  write?: (body: Record<string, unknown>) => unknown
}

const empty = { values: [], count: 0 }

/** Opens the form. Labels are those on screen, with or without the mark of a required field. */
export function openForm(part: (onClose: () => void) => ReactNode, { read, write }: Answers = {}) {
  queryClient.clear()
  const sent = stubCalls((path, { method, body }) =>
    method === 'GET' ? (read?.(path) ?? empty) : (write?.(body) ?? null),
  )
  let closed = 0
  const user = open(part(() => void closed++))
  const box = (label: string): HTMLElement =>
    screen.getByLabelText((text) => text.replace(/\s*\*$/, '') === label)
  return {
    user,
    box,
    value: (label: string): string => (box(label) as HTMLInputElement).value,
    type: async (label: string, text: string): Promise<void> => {
      await user.clear(box(label))
      await user.type(box(label), text)
    },
    pick: async (label: string, option: RegExp): Promise<void> => {
      await user.click(box(label))
      await user.click(await screen.findByRole('option', { name: option }))
    },
    save: (name = 'Lưu'): Promise<void> =>
      user.click(screen.getByRole('button', { name: new RegExp(`^${name}( Enter)?$`) })),
    /** What was written until it closed. */
    closedWith: async () => {
      await waitFor(() => expect(closed).toBe(1))
      return written(sent)
    },
    written: () => written(sent),
    closed: () => closed,
    /** The words of the page, once they are there. */
    says: (words: string | RegExp) => screen.findByText(words),
  }
}
