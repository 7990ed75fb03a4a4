import type { InterfaceRowsRequest } from '@orrery/contract'
import { readStream, StreamError } from '#lib/sse.ts'

export interface RowPage {
  rows: Record<string, unknown>[]
  has_more: boolean
  fields: { name: string; type: string; required: boolean }[]
}
/** The component that was used, and how. */
export interface UsedOnPage {
  node: string
  event: string
}
/** Where an interface gets what it shows: the draft in the studio, or what a link serves. */
export interface InterfacePort {
  run: (
    source: string,
    inputs: Record<string, unknown>,
    onPartial: (text: string) => void,
    used?: UsedOnPage,
  ) => Promise<unknown>
  rows: (source: string, request: InterfaceRowsRequest) => Promise<RowPage>
  /** Absent where files cannot be taken, as behind a preview link. */
  upload?: (file: File) => Promise<{ url: string }>
}

/** A run that failed, and where its steps are shown to those who may look at them. */
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
