/** Reads values from /metrics. */

/** Values of a metric's series with these labels ('status="200"'). */
export function valuesOf(text: string, name: string, labels = ''): number[] {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines.filter((line) => line.includes(labels)).map((line) => Number(line.split(' ').at(-1)))
}
