import { describe, expect, it } from 'vitest'
import { planTests } from './test-plan.ts'

describe('the plan of a test run', () => {
  it('is the checks and every project, the browser beside the others, when nothing is asked for', () => {
    const { hasChecks, hasTypes, hasSecondAttempt, lanes } = planTests([])
    // The types are checked by a test, in a copy of the sources.
    expect([hasChecks, hasTypes, hasSecondAttempt]).toEqual([true, false, true])
    const run = (name: string) => ({ name, args: ['--project', name] })
    expect(lanes).toEqual([[run('e2e')], [run('unit'), run('server')]])
  })

  it('is the matching files of all projects for words, without checks', () => {
    expect(planTests(['space', 'bot'])).toEqual({
      hasChecks: false,
      hasTypes: false,
      hasSecondAttempt: false,
      lanes: [[{ name: 'tests', args: ['space', 'bot'] }]],
    })
  })

  it('is the checks and the affected files for --changed, and nothing affected is fine', () => {
    const args = ['--changed', '--passWithNoTests']
    expect(planTests(['--changed'])).toEqual({
      hasChecks: true,
      hasTypes: true,
      hasSecondAttempt: false,
      lanes: [[{ name: 'tests', args }]],
    })
  })

  it('narrows the affected files by words', () => {
    const args = ['--changed', '--passWithNoTests', 'space']
    expect(planTests(['space', '--changed'])).toEqual({
      hasChecks: false,
      hasTypes: false,
      hasSecondAttempt: false,
      lanes: [[{ name: 'tests', args }]],
    })
  })

  it('refuses options that it does not know', () => {
    expect(() => planTests(['--watch'])).toThrow('Unknown option --watch')
  })
})
