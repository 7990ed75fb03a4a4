import { type FarAnswer, type FarRequest, openFarEnd } from './far-end.ts'

interface Line {
  custom_id: string
  body: { model: string; messages: { role: string; content: string }[] }
}
interface FarBatch {
  id: string
  status: string
  input_file_id: string
  output_file_id?: string
  error_file_id?: string
  metadata: Record<string, string>
  errors?: { data: { message: string }[] }
}
/** The Batch API of OpenAI: files, batches that the test completes, and answers in another order. */
export async function openBatchServer() {
  const files = new Map<string, string>()
  const batches: FarBatch[] = []
  let last = 0
  const next = (kind: string) => `${kind}-${(last += 1)}`
  function answer({ method, path, body, headers }: FarRequest): FarAnswer {
    if (path === '/v1/files' && method === 'POST') {
      const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')![1]!
      const part = body
        .toString()
        .split(`--${boundary}`)
        .find((one) => one.includes('filename='))!
      const id = next('file')
      files.set(id, part.slice(part.indexOf('\r\n\r\n') + 4).trimEnd())
      return { body: { id } }
    }
    const file = /^\/v1\/files\/([\w-]+)\/content$/.exec(path)?.[1]
    if (file) return files.has(file) ? { body: files.get(file)! } : { status: 404 }
    if (path === '/v1/batches' && method === 'POST') {
      const asked = JSON.parse(body.toString()) as Pick<FarBatch, 'input_file_id' | 'metadata'>
      const batch = { id: next('batch'), status: 'in_progress', ...asked }
      batches.push(batch)
      return { body: batch }
    }
    if (path === '/v1/batches') return { body: { data: batches } }
    const [, id, act] = /^\/v1\/batches\/([\w-]+)(\/cancel)?$/.exec(path) ?? []
    const batch = batches.find((one) => one.id === id)
    if (!batch) return { status: 404, body: { error: { message: 'no such batch' } } }
    if (act) batch.status = 'cancelled'
    return { body: batch }
  }
  const far = await openFarEnd(answer)
  const linesOf = (batch: FarBatch) =>
    files
      .get(batch.input_file_id)!
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  return {
    ...far,
    baseUrl: `${far.url}/v1`,
    batches,
    linesOf,
    /**
     * Completes a batch. `say` returns the answer to each question, or undefined for an error. Answers are in reverse
     * order.
     */
    complete(batch: FarBatch, say: (question: string) => string | undefined, status = 'completed') {
      const lines = linesOf(batch).toReversed()
      const said = lines.map((line) => ({ line, text: say(line.body.messages.at(-1)!.content) }))
      const write = (rows: object[]) => {
        const id = next('file')
        files.set(id, rows.map((row) => JSON.stringify(row)).join('\n'))
        return id
      }
      const usage = { prompt_tokens: 5, completion_tokens: 2 }
      batch.output_file_id = write(
        said.flatMap(({ line, text }) =>
          text === undefined
            ? []
            : {
                custom_id: line.custom_id,
                response: { status_code: 200, body: { choices: [{ message: { content: text } }], usage } },
              },
        ),
      )
      batch.error_file_id = write(
        said.flatMap(({ line, text }) =>
          text === undefined && status === 'completed'
            ? { custom_id: line.custom_id, error: { message: 'the model refused' } }
            : [],
        ),
      )
      batch.status = status
    },
  }
}
