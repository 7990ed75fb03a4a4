import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The part of vitest's JSON report that is used. */
export interface Report {
  numPassedTests: number
  testResults: FileResult[]
}
interface FileResult {
  name: string
  startTime: number
  endTime: number
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

export interface Outcome {
  passed: number
  failures: string[]
  failedFiles: string[]
  /** Tests that passed in files without a failure. */
  passedInOtherFiles: number
  /** Files with their duration in ms. */
  files: { name: string; time: number }[]
}

/** Reads the outcome of one run. A run or a file that failed before its first test counts as a failure. */
export function readOutcome(run: string, status: number | null, report: Report | undefined, root: string): Outcome {
  const results = report?.testResults ?? []
  const failures = results.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (!failed.length && file.status === 'failed')
      return [`${run}: ${path.relative(root, file.name)}${summariseError(file.message)}`]
    return failed.map((test) => `${run}: ${test.fullName}${summariseError(test.failureMessages?.[0])}`)
  })
  if (status !== 0 && !failures.length) failures.push(`${run}: did not run to its end`)
  return {
    passed: report?.numPassedTests ?? 0,
    failures,
    failedFiles: results.filter(isFailed).map((file) => path.relative(root, file.name)),
    passedInOtherFiles: results
      .filter((file) => !isFailed(file))
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed').length,
    files: results.map((file) => ({ name: path.relative(root, file.name), time: file.endTime - file.startTime })),
  }
}

function isFailed(file: FileResult): boolean {
  return file.status === 'failed' || file.assertionResults.some((test) => test.status === 'failed')
}

/** The failures of a first attempt whose tests passed in the second one. */
export function passedOnRetry(first: string[], second: string[]): string[] {
  const titleOf = (failure: string) => failure.split('\n')[0]!.replace(/^[^:]*: /, '')
  const failedAgain = new Set(second.map(titleOf))
  return first.filter((failure) => !failedAgain.has(titleOf(failure)))
}

/** The start and end of an error and the line of our code that caused it: enough to act on without the whole log. */
function summariseError(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const at = lines.find((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  const messageLines = lines.filter((line) => line.trim() && !/^\s+at /.test(line))
  const shown =
    messageLines.length <= 14 ? messageLines : [...messageLines.slice(0, 6), '      …', ...messageLines.slice(-8)]
  return [...shown, ...(at ? [at] : [])].map((line) => `\n      ${line.slice(0, 240)}`).join('')
}

/** Lists how long each part took, then the slowest files. */
export function describeTimes(parts: { name: string; time: number }[], files: Outcome['files'], count = 10): string {
  const slowest = files.toSorted((a, b) => b.time - a.time).slice(0, count)
  const lines = [
    ...parts.map(({ name, time }) => `${duration(time)}  ${name}`),
    ...(slowest.length ? ['', 'Slowest files'] : []),
    ...slowest.map(({ name, time }) => `${duration(time)}  ${name}`),
  ]
  return lines.join('\n')
}

function duration(time: number): string {
  const seconds = time / 1000
  const text =
    seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return text.padStart(11)
}
