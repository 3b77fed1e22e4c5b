/** The demo's numbers and their holders over time: every change goes through `move`, as in the product. */
import type { DemoPackage } from './packages.ts'

import type { MovementKind, Stage } from '#subjects/numbers/contract/movements.ts'

type CustomerStatus = 'NORMAL' | 'ASSIGNED' | 'BLOCKED' | 'TAKECARE' | 'APPROVED' | 'REGISTERED'

/** A subscriber's data in a file; days are 'YYYY-MM-DD'. */
export type Subscriber = {
  phone: string
  type: string
  package: DemoPackage
  registeredAt: string
  expiresAt: string
  cycle: number
  state: string
  canRegister: string[]
  freeCycles: number
}

export type DemoNumber = Subscriber & {
  id: string
  file: DemoFile
  /** Order over all files, from 0; negative once it was requested again. */
  rank: number
  /** Username, or null for the file itself. */
  holder: string | null
  stage: Stage
  status: CustomerStatus
  claimedAt: number | null
  appointmentAt: number | null
  version: number
}

type Batch = {
  id: string
  by: string
  at: number
  moved: number
  before: Record<string, number>
  after: Record<string, number>
}

export type DemoFile = {
  id: string
  kind: 'pool' | 'list'
  name: string
  owner: string
  uploadedAt: number
  /** Span in which its numbers are handed out. */
  readyAt: number
  stoppedAt: number
  numbers: DemoNumber[]
  /** Username → quantity, in the order in which they were set. */
  quotas: Record<string, number>
  batches: Batch[]
  /** Numbers left per holder ('' is the file), the next one last. */
  remaining: Map<string, DemoNumber[]>
}

type Movement = {
  number: DemoNumber
  kind: MovementKind
  fromHolder: string | null
  fromStage: Stage | null
  toHolder: string | null
  toStage: Stage
  batch: string | null
  by: string
  at: number
}

export type Ledger = Movement[]

type Step = Pick<Movement, 'kind' | 'by' | 'at'> & {
  holder: string | null
  stage: Stage
  status: CustomerStatus
  batch?: string
}

/** Writes the movement of a number that arrives with its file. */
export function recordImport(ledger: Ledger, number: DemoNumber, by: string, at: number): void {
  const nobody = { fromHolder: null, fromStage: null, toHolder: null, batch: null }
  ledger.push({ ...nobody, number, kind: 'import', toStage: number.stage, by, at })
}

export function move(ledger: Ledger, number: DemoNumber, step: Step): void {
  const { kind, by, at, holder, stage, status, batch = null } = step
  const { holder: fromHolder, stage: fromStage } = number
  ledger.push({ number, kind, fromHolder, fromStage, toHolder: holder, toStage: stage, batch, by, at })
  Object.assign(number, { holder, stage, status, version: number.version + 1 })
}

/** Numbers of a file left with a holder; always the same array, to be modified. */
export function leftWith(file: DemoFile, holder: string | null): DemoNumber[] {
  const existing = file.remaining.get(holder ?? '')
  if (existing) return existing
  const none: DemoNumber[] = []
  file.remaining.set(holder ?? '', none)
  return none
}
