import { describe, expect, it } from 'vitest'
import { describeTimes, passedOnRetry, readOutcome, type Report } from './test-report.ts'

const file = (name: string, status: string, tests: [string, string][], seconds = 1) => ({
  name: `/root/${name}`,
  status,
  startTime: 5000,
  endTime: 5000 + seconds * 1000,
  assertionResults: tests.map(([fullName, result]) => ({ fullName, status: result })),
})
const report = (...testResults: Report['testResults']): Report => ({
  testResults,
  numPassedTests: testResults.flatMap((result) => result.assertionResults).filter((test) => test.status === 'passed')
    .length,
})

describe('readOutcome', () => {
  it('counts passed tests and names failed ones', () => {
    const read = report(
      file('a.test.ts', 'passed', [['adds', 'passed']]),
      file('b.test.ts', 'failed', [
        ['takes away', 'failed'],
        ['divides', 'passed'],
      ]),
    )
    expect(readOutcome('unit', 1, read, '/root')).toMatchObject({
      passed: 2,
      failures: ['unit: takes away'],
      failedFiles: ['b.test.ts'],
      passedInOtherFiles: 1,
    })
  })

  it('reports why and where a test failed, without stack frames of libraries', () => {
    const read = report(file('a.test.ts', 'failed', [['adds', 'failed']]))
    read.testResults[0]!.assertionResults[0]!.failureMessages = [
      'AssertionError: expected 3 to be 4\n    at check (/root/node_modules/lib/index.js:1:2)\n    at /root/a.test.ts:7:5',
    ]
    expect(readOutcome('unit', 1, read, '/root').failures).toEqual([
      'unit: adds\n      AssertionError: expected 3 to be 4\n          at /root/a.test.ts:7:5',
    ])
  })

  it('names a file that failed before its first test', () => {
    const read = report(file('a.test.ts', 'failed', []), file('b.test.ts', 'failed', [['adds', 'skipped']]))
    expect(readOutcome('server', 1, read, '/root').failures).toEqual(['server: a.test.ts', 'server: b.test.ts'])
  })

  it('reports a failure if there is no report, or if the run fails without a failed test', () => {
    expect(readOutcome('e2e', null, undefined, '/root').failures).toEqual(['e2e: did not run to its end'])
    const read = report(file('a.test.ts', 'passed', [['adds', 'passed']]))
    expect(readOutcome('e2e', 1, read, '/root').failures).toEqual(['e2e: did not run to its end'])
  })
})

describe('the second attempt', () => {
  it('makes tests that failed only once unstable, by title, no matter what the errors were', () => {
    const first = ['e2e: a list: opens\n      Timeout', 'e2e: saves\n      Timeout']
    const second = ['e2e, second attempt: saves\n      strict mode violation']
    expect(passedOnRetry(first, second)).toEqual(['e2e: a list: opens\n      Timeout'])
    expect(passedOnRetry(first, [])).toEqual(first)
  })
})

describe('the times', () => {
  it('list each part, then the slowest files in descending order', () => {
    const { files } = readOutcome(
      'unit',
      0,
      report(
        file('quick.test.ts', 'passed', [], 2),
        file('slow.test.ts', 'passed', [], 75),
        file('mid.test.ts', 'passed', [], 9),
      ),
      '/root',
    )
    const shown = describeTimes([{ name: 'unit', time: 86_400 }], files, 2)
    expect(shown.split('\n').map((line) => line.trim())).toEqual([
      '1 min 26 s  unit',
      '',
      'Slowest files',
      '1 min 15 s  slow.test.ts',
      '9.0 s  mid.test.ts',
    ])
  })
})
