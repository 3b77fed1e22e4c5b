/** Rules of calling again and their figures, for tests of the screen that changes them. */
import type {
  RecycledFile,
  RecyclePreview,
  RecycleRule,
  RecycleState,
} from '#subjects/calling/contract/calls/recycling.ts'

export const ruleOf = (status: RecycleRule['status'], overrides: Partial<RecycleRule> = {}): RecycleRule => ({
  status,
  active: true,
  after_minutes: 120,
  most: 3,
  parts: ['sang', 'chieu'],
  part: 'any',
  caller: 'any',
  within_days: 30,
  until_expiry: false,
  ...overrides,
})

export const previewOf = (total: number): RecyclePreview => ({
  at: '2026-11-02T02:00:00.000Z',
  hours: [],
  total,
  held: { appointment: 0, part: 0, coolDown: 0, calls: 0, hours: 0, blacklist: 0 },
})

export const stateOf = (overrides: Partial<RecycleState> = {}): RecycleState => ({
  rules: [ruleOf('KBM'), ruleOf('KLLĐ'), ruleOf('KEEP'), ruleOf('REJECTED')],
  since: null,
  version: 5,
  planning: false,
  files: [],
  preview: previewOf(100),
  ...overrides,
})

export const fileOf = (overrides: Partial<RecycledFile> = {}): RecycledFile => ({
  id: 'f1',
  FileName: 'T10.xlsx',
  ngay_upload: '2026-10-02T02:00:00.000Z',
  mode: 'default',
  covered: true,
  rules: [],
  waiting: { KBM: 3, KLLĐ: 0, KEEP: 0, REJECTED: 0 },
  today: 1_200,
  ...overrides,
})
