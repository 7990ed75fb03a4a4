import type { ProjectQuestion } from './platform.ts'

interface Tag {
  name: string
  attributes: Record<string, string>
}
const MAX_TAGS = 2000
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]!)

/** Parses the tags of a labelling config in order. Comments and everything else are ignored. */
function tagsOf(config: string): Tag[] {
  const tags: Tag[] = []
  for (const [, name, inner] of config.replace(/<!--.*?-->/gs, '').matchAll(/<([A-Za-z][\w.]*)((?:\s[^<>]*)?)>/g)) {
    const attributes: Record<string, string> = {}
    for (const [, key, one, other] of (inner ?? '').matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
      attributes[key!] = plain(one ?? other ?? '')
    tags.push({ name: name!, attributes })
    if (tags.length >= MAX_TAGS) break
  }
  return tags
}
const numberOf = (text: string | undefined) =>
  text !== undefined && text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined

/** The schema of an answer to a control; undefined for tags that only display values. */
function schemaOf({ name, attributes }: Tag, values: string[]): Record<string, unknown> | undefined {
  const minimum = numberOf(attributes.min)
  const maximum = numberOf(attributes.max)
  switch (name) {
    case 'Choices': {
      const one = { type: 'string', ...(values.length && { enum: values }) }
      return attributes.choice === 'multiple' ? { type: 'array', items: one } : one
    }
    case 'TextArea':
    case 'DateTime':
      return { type: 'string' }
    case 'Rating':
      return { type: 'number', minimum: 0, maximum: numberOf(attributes.maxRating) ?? 5 }
    case 'Number':
      return { type: 'number', ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
    case 'Pairwise':
      return { type: 'string', enum: ['left', 'right'] }
    default:
      return attributes.toName === undefined ? undefined : {}
  }
}

/** Reads the questions of a labelling config, and the values that it displays by `$name` in an attribute. */
export function readLabellingConfig(config: string): { questions: ProjectQuestion[]; needs: string[] } {
  const tags = tagsOf(config)
  const questions: ProjectQuestion[] = []
  for (const [at, tag] of tags.entries()) {
    if (!tag.attributes.name || !tag.attributes.toName) continue
    const end = tags.findIndex((next, later) => later > at && next.attributes.toName !== undefined)
    const values = tags
      .slice(at + 1, end < 0 ? undefined : end)
      .flatMap((next) => (next.name === 'Choice' ? (next.attributes.value ?? []) : []))
    const schema = schemaOf(tag, values)
    if (schema) questions.push({ name: tag.attributes.name, schema })
  }
  const needs = tags.flatMap(({ attributes: { value = '' } }) => /^\$([\w.-]+)$/.exec(value)?.[1] ?? [])
  return { questions, needs: [...new Set(needs)] }
}
