/** Type checks of values from outside. */

/** Whether `value` is an object and not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether `value` is a text or number: `String` of anything else would be meaningless. */
export const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
