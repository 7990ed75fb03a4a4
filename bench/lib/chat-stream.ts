import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 500 })

export interface Streamed {
  firstMs: number
  bytes: number
  isWhole: boolean
}
/** Sends a request and reads the whole stream. `firstMs` is the time to the first chunk with a word of the answer. */
export function streamWords(
  url: string,
  headers: Record<string, string>,
  body: object,
  words: number,
): Promise<Streamed> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let firstMs = 0
        let bytes = 0
        let tail = ''
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          const text = chunk.toString('latin1')
          if (!firstMs && text.includes('word0')) firstMs = performance.now() - started
          tail = (tail + text).slice(-4000)
        })
        answer.on('end', () =>
          resolve({ firstMs, bytes, isWhole: answer.statusCode === 200 && tail.includes(`word${words - 1} `) }),
        )
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}
