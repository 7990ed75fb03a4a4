import type { FieldOf, FixedInput, Section, When } from './description.ts'

export const inputs = (more: Partial<FieldOf<'inputs'>> = {}): FieldOf<'inputs'> => ({
  id: 'inputs',
  kind: 'inputs',
  path: 'inputs.inputParameters',
  ...more,
})
export const inputSection = (more: Partial<FieldOf<'inputs'>> = {}): Section => ({
  id: 'input',
  fields: [inputs(more)],
})
export const fixedInputs = (...fixed: FixedInput[]): Section => inputSection({ fixed })

export const outputSection = (
  look: FieldOf<'variables'>['look'],
  more: Partial<FieldOf<'variables'>> = {},
): Section => ({
  id: 'output',
  fields: [{ id: 'outputs', kind: 'variables', path: 'outputs', look, ...more }],
})

const minute = 60_000
export const errorSection = (most = minute, initial = most, backup = false): Section => ({
  id: 'errors',
  fields: [{ id: 'errors', kind: 'errors', path: 'inputs.settingOnError', maxMs: most, defaultMs: initial, backup }],
})
export const batchSection: Section = {
  id: 'batch',
  folded: true,
  fields: [{ id: 'batch', kind: 'batch', path: 'inputs.batch' }],
}

/** Settings for the previous turns of the conversation. */
export const historySection: Section = {
  id: 'history',
  folded: true,
  fields: [
    { id: 'history', kind: 'toggle', slot: { path: 'inputs.chatHistorySetting.enableChatHistory' } },
    {
      id: 'rounds',
      kind: 'number',
      slot: { path: 'inputs.chatHistorySetting.chatHistoryRound' },
      min: 1,
      max: 30,
      initial: 3,
      when: whenIs('inputs.chatHistorySetting.enableChatHistory', true),
    },
  ],
}

export function whenIs(path: string, ...is: unknown[]): When {
  return { slot: { path }, is }
}
