import type { InterfaceRowsRequest } from '@orrery/contract'
import { readStream } from '#lib/sse.ts'

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
  /** Where the steps of a run are shown; for people who draw, not for visitors. */
  traceAt?: (traceId: string) => string
  /** Absent where files cannot be taken, as behind a preview link. */
  upload?: (file: File) => Promise<{ url: string }>
}

/** A run that failed, and under which id its steps are kept; none for visitors. */
export class SourceFault extends Error {
  readonly traceId: string
  constructor(message: string, traceId: string) {
    super(message)
    this.traceId = traceId
  }
}

/** Reads the stream of a source to its end. */
export async function readSource(open: () => Promise<Response>, onPartial: (text: string) => void): Promise<unknown> {
  for await (const { event, data } of readStream(open)) {
    const content = data as { text?: string; output?: unknown; msg?: string; trace_id?: string }
    if (event === 'partial') onPartial(content.text ?? '')
    else if (event === 'done') return content.output
    else if (event === 'error') throw new SourceFault(content.msg ?? '', content.trace_id ?? '')
  }
  throw new Error('')
}
