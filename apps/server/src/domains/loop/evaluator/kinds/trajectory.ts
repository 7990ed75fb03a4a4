import type { TrajectoryCheck } from '@orrery/contract/shared/evaluation-enums'
import { isDeepStrictEqual } from 'node:util'
import { evaluatorErrors } from '../evaluator.errors.ts'

interface Call {
  name: string
  arguments: unknown
}
/** Parses tool calls from JSON: names, or objects with a name and arguments. */
function callsOf(text: string, field: string): Call[] {
  let value: unknown
  try {
    value = JSON.parse(text.trim() || '[]')
  } catch {
    throw evaluatorErrors.badTrajectory({ field })
  }
  if (!Array.isArray(value)) throw evaluatorErrors.badTrajectory({ field })
  return value.map((one: unknown) => {
    if (typeof one === 'string') return { name: one, arguments: undefined }
    const { name, arguments: given } = (one ?? {}) as { name?: unknown; arguments?: unknown }
    if (typeof name !== 'string') throw evaluatorErrors.badTrajectory({ field })
    return { name, arguments: typeof given === 'string' ? parsed(given) : given }
  })
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
/** Whether every expected argument is present with its value; additional arguments are ignored. */
const hasArguments = (made: unknown, wanted: unknown): boolean =>
  wanted === undefined ||
  Object.entries(wanted as object).every(([key, value]) =>
    isDeepStrictEqual((made as Record<string, unknown> | undefined)?.[key], value),
  )
/** Length of the prefix of expected calls that occurs in this order in the actual calls. */
function inOrder(made: Call[], wanted: Call[]): number {
  let at = 0
  for (const { name } of made) if (at < wanted.length && wanted[at]!.name === name) at += 1
  return at
}
/** Counts the expected calls that were made; each actual call matches once. */
function matched(made: Call[], wanted: Call[], fits: (one: Call, other: Call) => boolean): number {
  const left = [...made]
  let count = 0
  for (const call of wanted) {
    const at = left.findIndex((one) => one.name === call.name && fits(one, call))
    if (at === -1) continue
    left.splice(at, 1)
    count += 1
  }
  return count
}
export function compareCalls(check: TrajectoryCheck, trajectory: string, expected: string) {
  const [made, wanted] = [callsOf(trajectory, 'trajectory'), callsOf(expected, 'expected')]
  const names = (calls: Call[]) => calls.map(({ name }) => name).join(', ') || 'none'
  const good =
    check === 'order'
      ? inOrder(made, wanted)
      : matched(
          made,
          wanted,
          check === 'tools' ? () => true : (one, other) => hasArguments(one.arguments, other.arguments),
        )
  const score = wanted.length ? good / wanted.length : Number(!made.length)
  return { score, reasoning: `Expected calls: ${names(wanted)}. Made: ${names(made)}.` }
}
