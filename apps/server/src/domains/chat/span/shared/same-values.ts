/** Key of an attribute that names the attributes with the same value as the input or the output. */
const SAME = '='
const MIN_LENGTH = 64

type Attributes = Record<string, unknown>
type Texts = { input: string; output: string }

/** Programs often repeat input and output as attributes: replaces such attributes, so that the text is stored once. */
export function foldAttributes(attributes: Attributes, { input, output }: Texts): Attributes {
  const whole = Object.keys(attributes)
  const sideOf = (value: unknown) =>
    typeof value !== 'string' || value.length < MIN_LENGTH
      ? undefined
      : value === input
        ? 'input'
        : value === output
          ? 'output'
          : undefined
  if (SAME in attributes || !whole.some((key) => sideOf(attributes[key]))) return attributes
  const same: Record<string, 'input' | 'output'> = {}
  const rest: Attributes = {}
  for (const key of whole) {
    const side = sideOf(attributes[key])
    if (side) same[key] = side
    else rest[key] = attributes[key]
  }
  rest[SAME] = same
  return rest
}
/** Restores the attributes as they were sent. */
export function unfoldAttributes(attributes: Attributes, texts: Texts): Attributes {
  const same = attributes[SAME]
  if (typeof same !== 'object' || same === null) return attributes
  const { [SAME]: _, ...rest } = attributes
  for (const [key, side] of Object.entries(same as Record<string, unknown>))
    if (side === 'input' || side === 'output') rest[key] = texts[side]
  return rest
}
