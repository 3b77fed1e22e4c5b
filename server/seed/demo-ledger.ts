/** The demo's numbers and whose hands they went through: every change goes through `move`, as in the product. */
import type { DemoPackage } from './demo-packages.ts'

import type { MovementKind, Stage } from '../../contract/movements.ts'

type CustomerStatus = 'NORMAL' | 'ASSIGNED' | 'BLOCKED' | 'TAKECARE' | 'APPROVED' | 'REGISTERED'

/** What a file says about a subscriber; days are 'YYYY-MM-DD'. */
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
  /** Order inside all files, from 0; negative once it was asked for again. */
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
  /** From when on its numbers are handed out, and until when. */
  readyAt: number
  stoppedAt: number
  numbers: DemoNumber[]
  /** Username → its quantity, in the order in which they were set. */
  quotas: Record<string, number>
  batches: Batch[]
  /** Numbers left with each holder ('' is the file), the next one last. */
  left: Map<string, DemoNumber[]>
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

/** Writes the line of a number that comes with its file. */
export function arrive(ledger: Ledger, number: DemoNumber, by: string, at: number): void {
  const nobody = { fromHolder: null, fromStage: null, toHolder: null, batch: null }
  ledger.push({ ...nobody, number, kind: 'import', toStage: number.stage, by, at })
}

/** Moves a number and writes the line. */
export function move(ledger: Ledger, number: DemoNumber, step: Step): void {
  const { kind, by, at, holder, stage, status, batch = null } = step
  const { holder: fromHolder, stage: fromStage } = number
  ledger.push({ number, kind, fromHolder, fromStage, toHolder: holder, toStage: stage, batch, by, at })
  Object.assign(number, { holder, stage, status, version: number.version + 1 })
}

/** The numbers of a file that are left with a holder; the same array every time, to take from and put back to. */
export function leftWith(file: DemoFile, holder: string | null): DemoNumber[] {
  const known = file.left.get(holder ?? '')
  if (known) return known
  const none: DemoNumber[] = []
  file.left.set(holder ?? '', none)
  return none
}
