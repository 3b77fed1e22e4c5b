/** Reads the body of an external system's response up to a limit. */

/** Longest response in bytes; the largest specified one has about 600 kB. */
const mostBytes = 1_000_000

/** Text of a response, or null if it is too long; throws if the connection breaks. */
export async function readBody(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // The web type of the body is not iterable, but Node's stream is.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
