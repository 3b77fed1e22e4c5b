/** Removes one key of a record. */

/** `record` without `name`; the same object if it has no `name`. */
export const without = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
