/** Reading of values that come from outside: a wire, a store. */

/** Whether `value` has members by name; a list has none. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether `value` is one word or number: what a list, an object or true would be made to by `String` is nobody's meaning. */
export const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
