/** Reads the question of a run to the person as choices or fields. Other questions are answered with free text. */
export interface CardOption {
  label: string
  value: string
}
export interface CardField {
  name: string
  label: string
  isRequired: boolean
  isNumber: boolean
}
export interface InterruptCard {
  /** The question without its choices, which are shown as buttons below it. */
  question: string
  options: readonly CardOption[]
  fields: readonly CardField[]
  /** The page tool that the page around the chat has to run. */
  pageTool: PageTool | null
}
export interface PageTool {
  name: string
  arguments: Record<string, unknown>
}

type Raw = Record<string, unknown>

export function readCard(card: unknown): InterruptCard {
  const raw = objectOf(card)
  const { question, options, fields, page_tool: tool } = typeof raw['data'] === 'string' ? nodeCard(raw['data']) : raw
  const name = textOf(objectOf(tool)['name'])
  return {
    pageTool: name ? { name, arguments: objectOf(objectOf(tool)['arguments']) } : null,
    question: textOf(question),
    options: listOf(options).flatMap(optionOf),
    fields: listOf(fields ?? raw['inputs']).flatMap(fieldOf),
  }
}

/** Reads the interrupt of a workflow: the last question with its options, or a form. */
function nodeCard(data: string): Raw {
  const { messages, content_type: type, content, page_tool } = objectOf(parse(data))
  if (page_tool) return { page_tool }
  if (type === 'form_schema') return { fields: parse(textOf(content)) }
  const asked = listOf(messages).findLast((item) => objectOf(item)['type'] === 'question')
  return objectOf(objectOf(asked)['content'])
}

function optionOf(value: unknown): CardOption[] {
  if (typeof value === 'string') return [{ label: value, value }]
  const raw = objectOf(value)
  const label = textOf(raw['label'] ?? raw['name'] ?? raw['content'] ?? raw['value'])
  return label ? [{ label, value: textOf(raw['value']) || label }] : []
}

function fieldOf(value: unknown): CardField[] {
  const raw = objectOf(value)
  const name = textOf(raw['name'])
  if (!name) return []
  return [
    {
      name,
      label: textOf(raw['label'] ?? raw['description']) || name,
      isRequired: raw['required'] === true,
      isNumber: /^(number|integer|float)$/i.test(textOf(raw['type'])),
    },
  ]
}

const objectOf = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {})
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the values of the form in the format that the run expects. */
export function writeFields(fields: readonly CardField[], values: Record<string, string>): string {
  return JSON.stringify(
    Object.fromEntries(
      fields.map(({ name, isNumber }) => {
        const value = values[name] ?? ''
        return [name, isNumber && value !== '' ? Number(value) : value]
      }),
    ),
  )
}
