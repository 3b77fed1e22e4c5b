/** What a server says of itself at /metrics. */
import { exchange } from './exchange.ts'

/** Answers figures by their name with its labels; 0 for what is not told. */
export async function figuresOf(url: string, token: string): Promise<(name: string) => number> {
  const lines = (await exchange(`${url}/metrics`, { token })).text.split('\n')
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0)
}
