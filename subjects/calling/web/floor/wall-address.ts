/** The address of the wall view, a second one of the floor (D3-FLR-04). */
import { addressWith, screenOf } from '#platform/contract/screens.ts'

const wallRoute = screenOf('floor').routes[1] ?? ''

export const isWallAddress = (path: string): boolean => path === wallRoute

/** The wall of one group, or of everybody. */
export const wallAddress = (group: string): string =>
  wallRoute + (group === '' ? '' : `?group=${encodeURIComponent(group)}`)

/** The floor of one group, or of everybody. */
export const floorAddress = (group: string): string => addressWith('floor', group === '' ? {} : { group })

/** The group in an address; '' for everybody. */
export const groupOf = (search: string): string => new URLSearchParams(search).get('group') ?? ''
