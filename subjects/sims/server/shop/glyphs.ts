/** Letters of the pictures that sharers show, drawn once by `e2e/shop-glyphs.ts` (D3-SIM-10). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePng, type Pixels } from './png.ts'

/** Shades of a letter's edge; 0 is the ground. */
export const shades = 16

export const glyphDir: string = join(import.meta.dirname, 'glyphs')

/** Place of each letter in the strip of its font: where it begins, and how wide it is. */
export type Places = Readonly<Record<string, readonly [x: number, width: number]>>
export type Font = { strip: Pixels; places: Places }

/** Fonts by their use: the number, and the words about it. */
export type FontName = 'number' | 'words'

function readFont(name: FontName): Font {
  const places = JSON.parse(readFileSync(join(glyphDir, `${name}.json`), 'utf8')) as Places
  return { strip: decodePng(readFileSync(join(glyphDir, `${name}.png`))), places }
}

const known = new Map<FontName, Font>()

/** A font, read when it is first used. */
export function fontOf(name: FontName): Font {
  const font = known.get(name) ?? readFont(name)
  known.set(name, font)
  return font
}

/** Width of a text in pixels; letters that the font does not have take no room. */
export const widthOf = (text: string, { places }: Font): number =>
  [...text].reduce((sum, letter) => sum + (places[letter]?.[1] ?? 0), 0)
