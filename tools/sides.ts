/** The side of a file: the last folder in its path that names one (docs/architecture.md). */

export type Side = 'contract' | 'server' | 'sql' | 'web'

const place = /^(?:kit|platform(?:\/app)?|subjects\/[^/]+)\/(contract|server|sql|web)\//

/** The side of a path from the root; null outside the product. Upgrades count as SQL, figures as web. */
export function sideOf(file: string): Side | null {
  if (file.startsWith('figures/')) return 'web'
  if (file.startsWith('upgrades/')) return 'sql'
  return (place.exec(file)?.[1] as Side | undefined) ?? null
}

/** Whether a path is on one of these sides. */
export const isOn = (file: string, ...sides: readonly Side[]): boolean => {
  const side = sideOf(file)
  return side !== null && sides.includes(side)
}

/** The subject of a path; null for kit, platform and files outside the product. */
export const subjectOf = (file: string): string | null => /^subjects\/([^/]+)\//.exec(file)?.[1] ?? null
