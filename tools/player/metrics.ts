/** The metrics of a server at /metrics. */
import { exchange } from './exchange.ts'

/** Returns figures by name and labels; 0 for missing ones. */
export async function figuresOf(url: string, token: string): Promise<(name: string) => number> {
  const lines = (await exchange(`${url}/metrics`, { token })).text.split('\n')
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0)
}
