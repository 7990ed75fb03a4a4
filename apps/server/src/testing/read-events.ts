export interface ReadEvent {
  event: string
  id?: string
  data: unknown
}

/** The events of a stream one by one, as a client receives them. */
export async function* eventsOf(response: Response): AsyncGenerator<ReadEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body!) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event) yield event
    }
  }
}

export async function readEvents(response: Response): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

function parseBlock(block: string): ReadEvent | undefined {
  const lines = block.split('\n').filter((line) => line && !line.startsWith(':'))
  if (!lines.length) return undefined
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  const text = field('data') ?? ''
  let data: unknown = text
  try {
    data = JSON.parse(text)
  } catch {
    // Some events carry plain text or nothing.
  }
  return { event: field('event') ?? 'message', id: field('id'), data }
}
