import { ApiError } from '@orrery/contract/client'
import { type DeskAgent, DeskScene } from '@orrery/contract/shared/desk'
import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'

interface Question {
  agent: DeskAgent
  id: string
  query: string
  signal: AbortSignal
  onText: (text: string) => void
}
const CHAT = 3

/** Asks the desk about a document. `onText` receives the growing answer. */
export async function askDesk({ agent, id, query, signal, onText }: Question): Promise<string> {
  const scene = agent === 'reader' ? DeskScene.ask : DeskScene.write
  const { token } = await api.deskWriter.token({ scene }, { signal })
  const body = JSON.stringify({ instance_id: id, query })
  let text = ''
  const open = () => api.deskWriter.trigger({ scene, api_type: CHAT, token, body }, { signal })
  for await (const { event, data } of readStream(open)) {
    const piece = data as { message?: string; code?: number; msg?: string }
    if (event === 'error') throw new ApiError(piece.code ?? 0, piece.msg ?? '', 502, '')
    text += piece.message ?? ''
    onText(text)
  }
  return text
}
