import type { Audience } from './audience.ts'
import { chatFields } from './fields/chats.ts'
import { commonFields } from './fields/every-call.ts'
import { datasetFields } from './fields/datasets.ts'
import type { FieldWords } from './fields/field-words.ts'
import { peopleFields } from './fields/people.ts'
import { promptFields } from './fields/prompts.ts'
import { resourceFields } from './fields/resources.ts'
import type { DescribeLocale } from './locale.ts'

/**
 * One dictionary for field names that several calls share. Where a field means something else in one call, that call
 * uses `.describe()`, which takes precedence.
 */
const fieldWords: FieldWords = {
  ...promptFields,
  ...datasetFields,
  ...resourceFields,
  ...chatFields,
  ...peopleFields,
  ...commonFields,
}

/** Overrides for public calls: programs send ids of their own users where the studio sends account ids. */
const forPrograms: FieldWords = {
  user_id: [
    'Your own ID for the end user; memory and variables are kept per user',
    '你为最终用户指定的标识，记忆和变量按用户隔离',
  ],
}

export function fieldText(name: string, locale: DescribeLocale, audience: Audience): string | undefined {
  const known = audience === 'public' && Object.hasOwn(forPrograms, name) ? forPrograms : fieldWords
  const words = Object.hasOwn(known, name) ? known[name] : undefined
  return words?.[locale === 'zh-CN' ? 1 : 0]
}
