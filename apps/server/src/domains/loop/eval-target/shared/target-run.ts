import { mediaAddresses, type MediaPart } from '#domains/loop/dataset/shared/media.ts'

/** Where and for whom a target runs: as an end user of its own, who exists for one row only. */
interface RunPlace {
  spaceId: string
  userId: string
  endUser: string
  signal: AbortSignal
}
interface Exchange {
  input: string
  output: string
}
interface RunInput {
  fields: Record<string, string>
  /** Values with files among them, part by part; `fields` only names these files. */
  media?: Readonly<Record<string, readonly MediaPart[]>>
  /** Earlier turns of the row. */
  history: Exchange[]
  /** Of a workflow: the run that was begun for this turn by a process that died. */
  runId?: string | undefined
  /** Writes the id of a run down, in the transaction that enqueues it. */
  noteRun?(runId: string, write: (statement: string, values: unknown[]) => Promise<unknown>): Promise<void>
}
/** What targets need for rows with files. */
export interface TargetFiles {
  read(key: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  linkOf(key: string): string
}
export interface TargetOutput {
  /** By name: `actual_output` is the answer, `trajectory` the calls of tools as JSON. */
  outputs: Record<string, string>
  traceId: string
  inputTokens: number
  outputTokens: number
  cost: number
  ms: number
}
export type RunTarget = (place: RunPlace, input: RunInput) => Promise<TargetOutput>

/** The same fields with the addresses of files, which programs and workflows open themselves. */
export const withAddresses = (
  fields: Record<string, string>,
  media: RunInput['media'] = {},
  { linkOf }: Pick<TargetFiles, 'linkOf'>,
): Record<string, string> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(media).map(([name, parts]) => [name, mediaAddresses(parts, linkOf)])),
})
