/** Width a column needs for its content. */
import type { AnyColumn } from './column.ts'

const padding = 20
let context: CanvasRenderingContext2D | null = null

function widthOf(text: string, weight: number): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 7
  context.font = `${weight} 13px "Inter Variable", sans-serif`
  return context.measureText(text).width
}

/** Pixels for the heading and the texts of `rows`. */
export function fitWidth<R>(column: AnyColumn<R>, rows: readonly R[]): number {
  const texts = column.text ? rows.map(column.text) : []
  const longest = Math.max(widthOf(column.title, 500), ...texts.map((text) => widthOf(text, 400)))
  return Math.ceil(longest) + padding
}
