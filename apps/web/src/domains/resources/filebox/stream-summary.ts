import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import { commonOf } from './filebox.queries.ts'

interface Summary {
  botId: string
  uri: string
  signal: AbortSignal
  onText: (piece: string) => void
}

/** Streams the summary of a file while it is written. */
export async function streamSummary({ botId, uri, signal, onText }: Summary): Promise<void> {
  const open = () => api.filebox.streamSummary({ ...commonOf(botId), url: uri }, { signal })
  for await (const { event, data } of readStream(open))
    if (event === 'message') onText((data as { content?: string }).content ?? '')
}
