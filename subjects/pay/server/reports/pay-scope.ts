/** Scope of pay data: everybody for managers of pay (D3-ACC-01). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import type { Scope } from '#kit/server/context.ts'

/** The same caller with its scope in payroll and revenue lines. */
export const withPayScope = <C extends { actor: Actor; scope: Scope }>(caller: C): C =>
  can(caller.actor, 'managesPay') ? { ...caller, scope: { all: true } } : caller
