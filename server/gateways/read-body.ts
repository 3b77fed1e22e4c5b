/** Reads the body of an outside system's answer, never more than it should have. */

/** Bytes of one answer; the largest specified one has about 600 kB. */
const most = 1_000_000

/** The text of a response, or null when it is longer than any answer; throws when the line breaks. */
export async function readBody(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // The web type of the body is a stream of bytes; Node's can be walked.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > most) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
