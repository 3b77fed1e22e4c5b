/** Types of rows and totals from their declaration, with checked names. */
import type { Kind } from './field.ts'
import type { Report } from './report.ts'
import type { Resource } from './resource.ts'

/** The reader's rights for a row; missing ones are the same as for the list. */
export type RowMay = { update?: boolean; remove?: boolean }

type ValueOf<K extends Kind> =
  | (K extends 'money' | 'number' | 'flag' ? number : K extends 'choices' ? Record<string, string>[] : string)
  | null

/** Names of the fields a row carries: columns, companions, and form fields. */
type Carried<R> =
  | (R extends { list: readonly (infer N)[] } ? N : never)
  | (R extends { also: readonly (infer N)[] } ? N : never)
  | (R extends { form: readonly (infer N)[] } ? N : never)

/** `Always` for fields every reader gets, `Hidden` for those that need an ability. */
type Sight<R extends Resource | Report, N extends keyof R['fields'], Always, Hidden> =
  N extends Carried<R> ? (R['fields'][N] extends { see: unknown } ? Hidden : Always) : never

/** A row of the resource or report on the wire. A field with `see` is absent for readers without that ability. */
export type RowOf<R extends Resource | Report> = {
  [N in keyof R['fields'] as Sight<R, N, N, never>]: ValueOf<R['fields'][N]['kind']>
} & {
  [N in keyof R['fields'] as Sight<R, N, never, N>]?: ValueOf<R['fields'][N]['kind']>
} & (R extends Resource ? { id: string; version: number; may?: RowMay } : unknown)

type TotalOf<T> =
  | (T extends { by: infer N extends string } ? ({ [K in N]: string } & { count: number })[] : number)
  | (T extends { may: unknown } ? null : never)

/** Declared totals of the list; those over hidden fields are absent. */
export type TotalsOf<R extends Resource | Report> = R extends { totals: infer T }
  ? { [N in keyof T]?: TotalOf<T[N]> }
  : unknown

/** Properties that decide the types of rows and totals. */
type Rows = 'fields' | 'list' | 'also' | 'totals'

/** A declaration with the same rows as `R`, in which a screen may change everything else. */
export type Variant<R extends Resource> = Omit<Resource, Rows | 'form'> & Pick<R, Extract<keyof R, Rows>>
