type Values = Record<string, unknown>

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g
const onlyPlaceholder = /^\s*\{\{\s*([\w.-]+)\s*\}\}\s*$/

/**
 * The inputs of a run: the payload of the trigger, with `{{field}}` replaced by the fields of the call or the event. A
 * field that has the name of an input becomes its value, unless the payload maps that input itself.
 */
export function inputFrom(payload: Values, data: Values): Values {
  const input: Values = { ...data }
  for (const [name, value] of Object.entries(payload)) {
    const isMapped = typeof value === 'string' && value.search(placeholder) >= 0
    if (isMapped || !Object.hasOwn(data, name)) input[name] = isMapped ? filled(value, data) : value
  }
  return input
}

function filled(text: string, data: Values): unknown {
  const whole = onlyPlaceholder.exec(text)?.[1]
  // A placeholder that is the whole text keeps the type of its value.
  if (whole !== undefined) return at(data, whole)
  return text.replaceAll(placeholder, (_, path: string) => textOf(at(data, path)))
}

const at = (data: Values, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Values)[key] : undefined,
      data,
    )
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
