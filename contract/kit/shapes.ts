/** Shapes that many answers are made of. */
import * as z from 'zod/mini'
import { cleanText } from '../text.ts'

/** A moment, ISO 8601 with its zone. */
export const instant = z.iso.datetime({ offset: true })

/** A day, YYYY-MM-DD. */
export const day = z.iso.date()

/** 0 or 1. */
export const flag = z.literal([0, 1])

/** A text as it is kept, without what is not seen at its ends: one of blanks and zero-width signs is empty. */
export const cleaned = () => z.overwrite((text: string) => cleanText(text))

/** A number, in digits too as a query has it; a list, true or nothing is none. */
export const sentNumber = z.pipe(z.union([z.number(), z.string()]), z.coerce.number())

/** What the reader may do with a row. */
export const mayChange = z.strictObject({ update: z.boolean(), remove: z.boolean() })

/** Rows, all that there are. */
export const valuesOf = <R extends z.ZodMiniType>(row: R) => z.strictObject({ values: z.array(row) })

/** A page of rows with the number of all. */
export const pageOf = <R extends z.ZodMiniType>(row: R) =>
  z.strictObject({ values: z.array(row), count: z.int() })

export type Page<T> = { values: T[]; count: number }

/** A name of a table. */
export const nameIn = <T extends object>(table: T) =>
  // Object.keys forgets which keys: the tables are constants, so there are no others.
  z.enum(Object.keys(table) as (keyof T & string)[])
