/** The databases made by earlier versions, in the order in which they were kept. */

/**
 * Name of the last one kept. Names begin with date and time of their commit (`npm run keep-version`); migrations do
 * not give the order, as several versions were kept without a new one between them.
 */
export function lastKept(names: readonly string[]): string {
  const [last] = names.filter((name) => name.endsWith('.sql.gz')).toSorted((a, b) => (a < b ? 1 : -1))
  if (last === undefined) throw new Error('no version is kept')
  return last
}
