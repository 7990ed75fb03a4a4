import { mediaAddresses, type MediaPart } from '#domains/loop/dataset/shared/media.ts'

/** Space, user and end user of a run. The end user is created for this row alone. */
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
  /** Parts of the values that contain files; `fields` has only the names of these files. */
  media?: Readonly<Record<string, readonly MediaPart[]>>
  /** Earlier turns of the row. */
  history: Exchange[]
  /** Workflows only: the run that a dead process has already started for this turn. */
  runId?: string | undefined
  /** Stores the run id, in the transaction that enqueues the run. */
  noteRun?(runId: string, write: (statement: string, values: unknown[]) => Promise<unknown>): Promise<void>
}
/** Reads and links the files of rows. */
export interface TargetFiles {
  read(key: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  linkOf(key: string): string
}
export interface TargetOutput {
  /** Outputs by name: `actual_output` is the answer, `trajectory` the tool calls as JSON. */
  outputs: Record<string, string>
  traceId: string
  inputTokens: number
  outputTokens: number
  cost: number
  ms: number
}
export type RunTarget = (place: RunPlace, input: RunInput) => Promise<TargetOutput>

/** Replaces files in the fields by their URLs, which programs and workflows open themselves. */
export const withAddresses = (
  fields: Record<string, string>,
  media: RunInput['media'] = {},
  { linkOf }: Pick<TargetFiles, 'linkOf'>,
): Record<string, string> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(media).map(([name, parts]) => [name, mediaAddresses(parts, linkOf)])),
})
