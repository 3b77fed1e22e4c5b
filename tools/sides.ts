/** Which side of the house a file is on, by the last folder that says so (docs/architecture.md). */

export type Side = 'contract' | 'server' | 'sql' | 'web'

const place = /^(?:kit|platform(?:\/app)?|subjects\/[^/]+)\/(contract|server|sql|web)\//

/** The side of a path from the root; null outside of the product. Upgrades are SQL, parts of figures are of the screens. */
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

/** The subject of a path; null for kit, platform and what is around the product. */
export const subjectOf = (file: string): string | null => /^subjects\/([^/]+)\//.exec(file)?.[1] ?? null
