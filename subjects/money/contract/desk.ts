/** 'Bàn duyệt': kinds of rows waiting for a decision, from the resource declarations (D3-APR-01). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { isSteps, type Step, type StepAction } from '#kit/contract/action.ts'
import type { DeskKind, DeskStep, Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'

/** Decision about a waiting row: a declared step and its action. */
export type DeskChoice = { action: StepAction; step: Step }

/** A kind with its list and decisions; a decision it does not have is null. */
export type WaitingKind = DeskKind & {
  name: string
  resource: Resource
  /** First day of the month to which its rows are limited. */
  month?: string
  approving: DeskChoice | null
  rejecting: DeskChoice | null
}

function choiceOf({ path, actions = {} }: Resource, named: DeskStep | undefined): DeskChoice | null {
  if (!named) return null
  const [name, to] = named
  const action = actions[name]
  const step = action && isSteps(action) ? action.steps.find((candidate) => candidate.to === to) : undefined
  if (!action || !isSteps(action) || !step) throw new Error(`${path}: no step '${name}' to ${to}`)
  return { action, step }
}

/** Every kind, in declaration order. */
export const waitingKinds: readonly WaitingKind[] = resources.flatMap((resource) =>
  Object.entries(resource.desk?.kinds ?? {}).map(([name, kind]) => ({
    ...kind,
    name,
    resource,
    approving: choiceOf(resource, kind.approve),
    rejecting: choiceOf(resource, kind.reject),
  })),
)

/** Kinds with decisions that affect pay: refunds, top-ups and Mfy. */
export const payingKinds: readonly WaitingKind[] = waitingKinds.filter(
  ({ resource: { path } }) => path === 'requestrefund' || path === 'mfy',
)

/** Whether a row claims a customer as one's own: who called the number, and with which result, decides it. */
export const isClaim = ({ resource: { path } }: WaitingKind): boolean =>
  path === khr.path || path === baodo.path

/** The kinds that `actor` decides on. */
export const kindsOf = (actor: Actor): WaitingKind[] =>
  waitingKinds.filter(
    ({ resource, approving, rejecting }) =>
      can(actor, resource.may.read) &&
      [approving, rejecting].some((choice) => choice !== null && can(actor, choice.action.may)),
  )

export const warningsOf = ({ approval, desk }: Resource): string[] =>
  Object.keys(approval?.warnings ?? desk?.warnings ?? {})
