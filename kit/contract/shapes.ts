/** Schemas that many calls share. */
import * as z from 'zod/mini'
import { cleanText } from './text.ts'

/** An instant, ISO 8601 with its zone. */
export const instant = z.iso.datetime({ offset: true })

/** A day, YYYY-MM-DD. */
export const day = z.iso.date()

/** 0 or 1. */
export const flag = z.literal([0, 1])

/** Text without invisible characters at its ends; text of only those becomes empty. */
export const cleaned = () => z.overwrite((text: string) => cleanText(text))

/** A number or its digits as text (as in queries); arrays, true and empty values are refused. */
export const sentNumber = z.pipe(z.union([z.number(), z.string()]), z.coerce.number())

export const mayChange = z.strictObject({ update: z.boolean(), remove: z.boolean() })

/** All rows, without paging. */
export const valuesOf = <R extends z.ZodMiniType>(row: R) => z.strictObject({ values: z.array(row) })

/** A page of rows with the count of all. */
export const pageOf = <R extends z.ZodMiniType>(row: R) =>
  z.strictObject({ values: z.array(row), count: z.int() })

export type Page<T> = { values: T[]; count: number }

export const keyOf = <T extends object>(table: T) =>
  // Object.keys loses the type of the keys; these tables are constants without other keys.
  z.enum(Object.keys(table) as (keyof T & string)[])
