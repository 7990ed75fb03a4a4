import type { Outcome } from '#run/outcome.ts'
import { convert, createSink } from '#values/convert.ts'
import { getOwn, setOwn, type Values } from '#values/own.ts'
import type { Variable } from '#values/types.ts'

/** Converts the declared outputs of a result; a field of the wrong type becomes null with a warning. */
export function convertOutputs(declared: readonly Variable[], value: Values): Outcome {
  const sink = createSink()
  const output: Values = {}
  for (const { name, type } of declared) {
    const found = getOwn(value, name)
    if (found !== undefined) setOwn(output, name, convert(found, type, name, sink))
  }
  return { output, warnings: sink.warnings }
}
