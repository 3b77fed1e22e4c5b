/** A file that was read, for tests of what is done with it. */
import { f } from '#kit/contract/field.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import type { ImportTarget } from '#kit/web/import/use-import.ts'

export const target = {
  path: 'gia',
  title: 'Giá',
  fields: { goi: f.text({ label: 'Gói' }), gia: f.money({ label: 'Giá' }) },
} as unknown as ImportTarget

const none = {
  new: 0,
  update: 0,
  same: 0,
  repaired: 0,
  stored: 0,
  odd: 0,
  total: 0,
  joined: 0,
  duplicate: 0,
  bad: 0,
  blank: 0,
}

/** Counts of rows by their verdicts. */
export const counted = (counts: Partial<typeof none>): Pick<ImportSummary, 'counts'> => ({
  counts: { ...none, ...counts },
})

/** A file of three new rows, but for the `overrides`. */
export const readFile = (overrides: Partial<ImportSummary> = {}): ImportSummary => ({
  id: 'i',
  resource: 'gia',
  filename: 'gia.xlsx',
  state: 'ready',
  ...counted({ new: 3 }),
  toSave: 3,
  total: 3,
  done: 0,
  saved: 0,
  columns: [
    { name: 'goi', label: 'Gói', at: 0 },
    { name: 'gia', label: 'Giá', at: 1 },
  ],
  asks: [],
  doubts: [],
  msg: null,
  far: 0,
  lost: [],
  closed: null,
  uncompared: null,
  seenBefore: null,
  startedAt: null,
  finishedAt: null,
  ...overrides,
})
