import { describe, expect, it } from 'vitest'
import { planTests } from './test-plan.ts'

describe('the plan of a test run', () => {
  it('without arguments runs the checks and every project, with the browser tests in parallel', () => {
    const { hasChecks, hasTypes, hasSecondAttempt, lanes } = planTests([])
    // A test checks the types, in a copy of the sources.
    expect([hasChecks, hasTypes, hasSecondAttempt]).toEqual([true, false, true])
    const run = (name: string) => ({ name, args: ['--project', name] })
    expect(lanes).toEqual([[run('e2e')], [run('unit'), run('server')]])
  })

  it('with words runs the matching files of all projects, without checks', () => {
    expect(planTests(['space', 'bot'])).toEqual({
      hasChecks: false,
      hasTypes: false,
      hasSecondAttempt: false,
      lanes: [[{ name: 'tests', args: ['space', 'bot'] }]],
    })
  })

  it('with --changed runs the checks and the affected files, of which there may be none', () => {
    const args = ['--changed', '--passWithNoTests']
    expect(planTests(['--changed'])).toEqual({
      hasChecks: true,
      hasTypes: true,
      hasSecondAttempt: false,
      lanes: [[{ name: 'tests', args }]],
    })
  })

  it('with --changed and words runs the affected files that match, without checks', () => {
    const args = ['--changed', '--passWithNoTests', 'space']
    expect(planTests(['space', '--changed'])).toEqual({
      hasChecks: false,
      hasTypes: false,
      hasSecondAttempt: false,
      lanes: [[{ name: 'tests', args }]],
    })
  })

  it('rejects unknown options', () => {
    expect(() => planTests(['--watch'])).toThrow('Unknown option --watch')
  })
})
