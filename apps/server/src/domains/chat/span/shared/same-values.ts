/** Under this name an attribute says that its value stands in the input or the output already. */
const SAME = '='
const WORTH = 64

type Attributes = Record<string, unknown>
type Texts = { input: string; output: string }

/** Programs send what went in and came out as attributes as well. It is stored once. */
export function foldAttributes(attributes: Attributes, { input, output }: Texts): Attributes {
  let same: Record<string, 'input' | 'output'> | undefined
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value !== 'string' || value.length < WORTH) continue
    if (value === input) (same ??= {})[key] = 'input'
    else if (value === output) (same ??= {})[key] = 'output'
  }
  if (!same || SAME in attributes) return attributes
  const rest = Object.fromEntries(Object.entries(attributes).filter(([key]) => !(key in same)))
  return { ...rest, [SAME]: same }
}
/** The attributes as they were sent. */
export function unfoldAttributes(attributes: Attributes, texts: Texts): Attributes {
  const same = attributes[SAME]
  if (typeof same !== 'object' || same === null) return attributes
  const { [SAME]: _, ...rest } = attributes
  for (const [key, side] of Object.entries(same as Record<string, unknown>))
    if (side === 'input' || side === 'output') rest[key] = texts[side]
  return rest
}
