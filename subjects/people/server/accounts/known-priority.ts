/** Validation of a priority (threats B7). */
import { priorities, type Priority } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#subjects/people/contract/calls/roles.ts'

/** A known priority as a number; VALIDATION for '2', 2.5 and 6. */
export function knownPriority(sent: unknown): Priority {
  const priority = priorities.find((candidate) => candidate === sent)
  if (priority) return priority
  throw new AppError('VALIDATION', texts.wrongPriority, { fields: { priority: texts.wrongPriority } })
}
