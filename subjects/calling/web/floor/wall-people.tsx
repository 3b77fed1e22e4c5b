/** Everybody's state on a wall, as tiles that share the room; without names while the setting is off (D3-FLR-04). */
import type { CSSProperties } from 'react'
import { floorStates, type FloorWall } from '#subjects/calling/contract/calls/floor.ts'
import { Elapsed } from './elapsed.tsx'
import { sinceOf } from './floor-data.ts'
import { stateIcons, toneOf } from './state-mark.tsx'
import css from './wall.module.css'

type WallPerson = FloorWall['people'][number]

/** Beyond this many, tiles are unreadable from afar: people who need help come first, the others are counted. */
export const mostTiles = 60

/** Number of columns: about two and a half times the rows, with as many tiles in each row. */
export function columnsFor(tiles: number): number {
  const rows = tiles <= 4 ? 1 : Math.max(2, Math.round(Math.sqrt(tiles / 2.6)))
  return Math.max(4, Math.ceil(tiles / rows))
}

/** The tiles for which there is room. */
export function tilesOf(people: readonly WallPerson[]): readonly WallPerson[] {
  if (people.length <= mostTiles) return people
  const chosen = new Set(
    [...people.filter(({ needsHelp }) => needsHelp), ...people.filter(({ needsHelp }) => !needsHelp)].slice(
      0,
      mostTiles - 1,
    ),
  )
  return people.filter((person) => chosen.has(person))
}

/** The last two words of a name, as people are called. */
export const shortName = (fullname: string): string => fullname.trim().split(/\s+/).slice(-2).join(' ')

function Tile({ person, at }: { person: WallPerson; at: string }) {
  const { name, state, needsHelp } = person
  const since = sinceOf(person, at)
  const Icon = stateIcons[state]
  return (
    <li className={css.tile} data-tone={needsHelp ? 'warn' : toneOf(state, false)}>
      {name !== null && <p className={css.name}>{shortName(name)}</p>}
      <p className={css.time}>{since === null ? '-' : <Elapsed since={since} />}</p>
      <p className={css.state}>
        <Icon stroke={1.9} aria-hidden />
        {floorStates[state]}
      </p>
    </li>
  )
}

export function WallPeople({ wall: { people, at } }: { wall: FloorWall }) {
  const tiles = tilesOf(people)
  const more = people.length - tiles.length
  const style = { '--columns': columnsFor(tiles.length + (more > 0 ? 1 : 0)) } as CSSProperties
  return (
    <ul className={css.people} style={style}>
      {tiles.map((person, place) => (
        // Without names the place is the only key; the order is still that of the names.
        <Tile key={place} person={person} at={at} />
      ))}
      {more > 0 && (
        <li className={css.tile} data-tone="away">
          <p className={css.time}>+{more}</p>
          <p className={css.state}>người khác</p>
        </li>
      )}
    </ul>
  )
}
