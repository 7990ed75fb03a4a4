import type { InterfaceRowsRequest } from '@orrery/contract'
import { readStream, StreamError } from '#lib/sse.ts'

export interface RowPage {
  rows: Record<string, unknown>[]
  has_more: boolean
  fields: { name: string; type: string; required: boolean }[]
}
/** The component and event that caused a run. */
export interface UsedOnPage {
  node: string
  event: string
}
/** The backend of an interface: the draft in the studio, or a published link. */
export interface InterfacePort {
  run: (
    source: string,
    inputs: Record<string, unknown>,
    onPartial: (text: string) => void,
    used?: UsedOnPage,
  ) => Promise<unknown>
  rows: (source: string, request: InterfaceRowsRequest) => Promise<RowPage>
  /** Undefined where uploads are not possible, as for preview links. */
  upload?: (file: File) => Promise<{ url: string }>
}

/** A failed run, with the URL of its steps for people who may view them. */
export class SourceFault extends Error {
  readonly stepsAt: string
  constructor(message: string, stepsAt: string) {
    super(message)
    this.stepsAt = stepsAt
  }
}

/** Reads the stream of a source to its end. */
export async function readSource(open: () => Promise<Response>, onPartial: (text: string) => void): Promise<unknown> {
  try {
    for await (const { event, data } of readStream(open)) {
      const content = data as { text?: string; output?: unknown }
      if (event === 'partial') onPartial(content.text ?? '')
      else if (event === 'done') return content.output
    }
  } catch (cause) {
    const { steps_at: stepsAt } = ((cause instanceof StreamError && cause.data) || {}) as { steps_at?: string }
    throw stepsAt ? new SourceFault((cause as Error).message, stepsAt) : cause
  }
  throw new Error('')
}
