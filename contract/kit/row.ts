/** The types of a row and of a list's totals, from the declaration: what the wire carries, by checked names. */
import type { Kind } from './field.ts'
import type { Report } from './report.ts'
import type { Resource } from './resource.ts'

/** What the reader may do with a row that can be decided; what is left out is as the list says. */
export type RowMay = { update?: boolean; remove?: boolean }

type ValueOf<K extends Kind> =
  | (K extends 'money' | 'number' | 'flag' ? number : K extends 'choices' ? Record<string, string>[] : string)
  | null

/** Names of the fields that a row carries: columns, companions, and what the form is filled with. */
type Carried<R> =
  | (R extends { list: readonly (infer N)[] } ? N : never)
  | (R extends { also: readonly (infer N)[] } ? N : never)
  | (R extends { form: readonly (infer N)[] } ? N : never)

/** `N` where the field goes to every reader of the row, `H` where only to those with an ability. */
type Sight<R extends Resource | Report, N extends keyof R['fields'], Always, Hidden> =
  N extends Carried<R> ? (R['fields'][N] extends { see: unknown } ? Hidden : Always) : never

/** A row of the resource or report as it comes over the wire. A field with a `see` is absent for who may not see it. */
export type RowOf<R extends Resource | Report> = {
  [N in keyof R['fields'] as Sight<R, N, N, never>]: ValueOf<R['fields'][N]['kind']>
} & {
  [N in keyof R['fields'] as Sight<R, N, never, N>]?: ValueOf<R['fields'][N]['kind']>
} & (R extends Resource ? { id: string; version: number; may?: RowMay } : unknown)

type TotalOf<T> =
  | (T extends { by: infer N extends string } ? ({ [K in N]: string } & { count: number })[] : number)
  | (T extends { may: unknown } ? null : never)

/** The declared totals of the list; one over a field that the reader may not see is absent. */
export type TotalsOf<R extends Resource | Report> = R extends { totals: infer T }
  ? { [N in keyof T]?: TotalOf<T[N]> }
  : unknown

/** What says of which rows and totals a list is. */
type Rows = 'fields' | 'list' | 'also' | 'totals'

/** A declaration of the same rows as `R`, whatever else of it a screen changes. */
export type Variant<R extends Resource> = Omit<Resource, Rows | 'form'> & Pick<R, Extract<keyof R, Rows>>
