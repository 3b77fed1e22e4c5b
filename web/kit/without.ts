/** A record without one of its names. */

/** `record` as it is when it has no `name`. */
export const without = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
