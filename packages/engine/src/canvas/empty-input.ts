import { field, listField, textField } from './fields.ts'

/** Whether nothing was chosen or typed: no value, an empty text, or a reference without a target. */
export function isEmptyInput(blockInput: unknown): boolean {
  const value = field(blockInput, 'value')
  const content = field(value, 'content')
  switch (textField(value, 'type')) {
    case 'ref':
      if (textField(content, 'source').startsWith('global_variable_')) return !listField(content, 'path').length
      return !textField(content, 'blockID')
    case 'object_ref':
      return !listField(blockInput, 'schema').length
    case 'literal':
      return isNothing(content)
    default:
      return true
  }
}

export const isNothing = (content: unknown): boolean =>
  content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0)
