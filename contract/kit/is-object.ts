/** Reading of values that come from outside: a wire, a store. */

/** Whether `value` has members by name; a list has none. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
