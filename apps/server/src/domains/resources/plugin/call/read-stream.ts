import type { Readable } from 'node:stream'

/** Reads a streamed answer and passes its text on: the `data:` lines of server-sent events, or lines of JSON. */
export async function readStream(body: Readable, say: (delta: string) => void): Promise<string> {
  const decoder = new TextDecoder()
  let [rest, whole] = ['', '']
  const take = (line: string) => {
    const text = line.startsWith('data:') ? line.slice(5).trimStart() : /^(event|id|retry)?:/.test(line) ? '' : line
    if (!text || text === '[DONE]') return
    const delta = deltaOf(text)
    whole += delta
    say(delta)
  }
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/)
    rest = lines.pop()!
    for (const line of lines) take(line)
  }
  if (rest) take(rest)
  return whole
}

/** Extracts the text from common JSON shapes; anything else is passed on unchanged. */
function deltaOf(text: string): string {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) return text
    const { content, text: plain, delta, data } = value as Record<string, unknown>
    const found = [content, plain, delta, data].find((item) => typeof item === 'string')
    return (found as string | undefined) ?? text
  } catch {
    return text
  }
}
