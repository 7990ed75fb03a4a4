import type { InputElement } from '@orrery/engine/card'
import { cardErrors } from './card.errors.ts'

type Values = Readonly<Record<string, string>>
const MAX_VALUE = 4000

const fault = (name: string, problem: string, problemZh: string) => cardErrors.badValue({ name, problem, problemZh })

/**
 * Validates the filled-in values against the card. If `isSent`, the button sends them, so required ones must be
 * present.
 */
export function checkValues(inputs: readonly InputElement[], values: Values, isSent: boolean): Record<string, string> {
  const unknown = Object.keys(values).find((name) => !inputs.some((input) => input.name === name))
  if (unknown !== undefined) throw fault(unknown, 'the card has no such input', '卡片中没有该填写项')
  return Object.fromEntries(
    inputs.flatMap((input): [string, string][] => {
      const value = values[input.name]?.trim() ?? ''
      if (value === '') {
        if (input.required && isSent) throw fault(input.name, 'fill this in', '为必填项')
        return []
      }
      checkValue(input, value)
      return [[input.name, value]]
    }),
  )
}

function checkValue(input: InputElement, value: string) {
  const { name } = input
  if (value.length > MAX_VALUE) throw fault(name, `at most ${MAX_VALUE} characters`, `最多 ${MAX_VALUE} 个字符`)
  if (input.type === 'select' && !input.options.includes(value))
    throw fault(name, 'choose one of the options', '请从选项中选择')
  if (input.type === 'date' && (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))))
    throw fault(name, 'write the date as 2030-01-31', '日期格式应为 2030-01-31')
  if (input.type === 'rating') {
    const stars = Number(value)
    if (!Number.isInteger(stars) || stars < 1 || stars > input.max)
      throw fault(name, `a whole number from 1 to ${input.max}`, `须为 1 到 ${input.max} 的整数`)
  }
}
