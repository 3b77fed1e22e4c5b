/** Colours as #RRGGBB and their contrast (WCAG 2.2). */

/** Normalises to '#RRGGBB' in capitals; null when invalid. */
export const readColor = (text: string): string | null =>
  /^#[\da-f]{6}$/i.test(text.trim()) ? text.trim().toUpperCase() : null

const linear = (channel: number): number =>
  channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) =>
    linear(Number.parseInt(color.slice(offset, offset + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Contrast required for text of this size (AA). */
export const readable = 4.5
