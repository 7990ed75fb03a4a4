import type { AnnotationQuestion } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Answers } from './annotation.table.ts'

const problemOf = (text: string, { type, options }: AnnotationQuestion): [string, string] | undefined => {
  if (text.includes('\0') || !text.isWellFormed())
    return ['contains characters that are not text', '包含无法作为文本保存的字符']
  switch (type) {
    case 'choice':
      return options.includes(text)
        ? undefined
        : [`must be one of: ${options.slice(0, 20).join(', ')}`, `须为以下之一：${options.slice(0, 20).join('、')}`]
    case 'bool':
      return text === 'true' || text === 'false' ? undefined : ['must be true or false', '须为 true 或 false']
    case 'integer':
      return /^-?\d{1,19}$/.test(text) ? undefined : ['must be a whole number', '须为整数']
    case 'number':
      return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? undefined : ['must be a number', '须为数字']
    case 'text':
      return undefined
  }
}

/** Checks the given answers against the questions of a task and drops empty ones. */
export function readAnswers(given: Answers, questions: AnnotationQuestion[]): Answers {
  const known = new Set(questions.map(({ key }) => key))
  for (const key of Object.keys(given))
    if (!known.has(key))
      throw badInput(
        `answers.${key}`,
        `there is no such question. Questions: ${[...known].join(', ')}`,
        `没有该问题。现有问题：${[...known].join('、')}`,
      )
  const answers: Answers = {}
  for (const question of questions) {
    const text = Object.hasOwn(given, question.key) ? given[question.key]! : ''
    if (!text) {
      if (question.isRequired) throw badInput(`answers.${question.key}`, 'is required', '为必填项')
      continue
    }
    const problem = problemOf(text, question)
    if (problem) throw badInput(`answers.${question.key}`, ...problem)
    answers[question.key] = text
  }
  if (!Object.keys(answers).length) throw badInput('answers', 'answer at least one question', '请至少回答一个问题')
  return answers
}

/** Whether all independent labels of a row contain the same answers. */
export const isAgreed = (all: Answers[], questions: AnnotationQuestion[]): boolean =>
  questions.every(({ key }) => new Set(all.map((answers) => answers[key] ?? '')).size <= 1)
