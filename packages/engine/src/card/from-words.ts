import type { CardDesign, CardElement } from '@orrery/contract'
import { freeId } from './edit.ts'
import { designFromAnswer } from './layout.ts'
import { newVariable } from './new-element.ts'
import { placedIn, textsOf } from './parts.ts'
import { placesOf } from './texts.ts'

type Sample = string | number | boolean
interface DescribedField {
  /** Name in the sample answer. */
  name: string
  /** Title in the person’s own words. */
  title: string
  sample: Sample
}
const MAX_FIELDS = 12
const MAX_WORDS = 4

/** Names of answers for words that Chinese descriptions use. */
const known: Record<string, string> = {
  标题: 'title',
  名称: 'name',
  图片: 'image',
  封面: 'cover',
  照片: 'photo',
  价格: 'price',
  金额: 'amount',
  总价: 'total',
  数量: 'count',
  链接: 'link',
  网址: 'url',
  状态: 'status',
  描述: 'description',
  简介: 'summary',
  时间: 'time',
  日期: 'date',
  地址: 'address',
  评分: 'score',
}
const beforeFields =
  /\b(?:with|including|showing|shows|containing|has|add|plus)\b|包含|包括|显示|展示|带有|带|添加|加上|增加/i
const between = /[,;、，；\n]|\band\b|和|以及|与/i
const buttonWords = /(?:\bbutton\b|按钮)/i
const removal = /\b(?:remove|delete|drop|without)\b|去掉|删除|移除|不要/i
const noise = /^(?:(?:an?|the|its?|their|each|some|one)\s+|一个|一张|个)|\s*(?:field|text|字段)$/gi

const clean = (text: string) =>
  text
    .replaceAll(/["“”'‘’「」.。:：]/g, '')
    .trim()
    .replaceAll(noise, '')
    .trim()
const nameFor = (title: string, index: number): string => {
  const name = (known[title] ?? title)
    .toLowerCase()
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40)
  return /^[a-z_]/.test(name) ? name : `field_${index + 1}`
}
function sampleFor(name: string, title: string): Sample {
  if (/image|picture|photo|cover|thumb|avatar|logo/.test(name)) return 'https://example.org/image.png'
  if (/link|url|website|page/.test(name)) return 'https://example.org'
  if (/price|total|amount|count|score|quantity|temperature|age/.test(name)) return 42
  if (/description|summary|details|content|text/.test(name)) return `${title} `.repeat(30).trim().slice(0, 100)
  return title
}
const fieldsIn = (part: string): DescribedField[] =>
  part
    .split(between)
    .map(clean)
    .filter((title) => title !== '' && title.split(/\s+/).length <= MAX_WORDS && title.length <= 40)
    .slice(0, MAX_FIELDS)
    .map((title, index) => {
      const name = nameFor(title, index)
      return { name, title, sample: sampleFor(name, title) }
    })
    .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)

/** Reads a heading, fields and buttons from a description. */
function parseDescription(description: string) {
  const [head = '', ...rest] = description.split(beforeFields)
  const parts = rest.join(',').split(between)
  const buttons = parts.filter((part) => buttonWords.test(part)).map((part) => clean(part.replace(buttonWords, '')))
  const fields = fieldsIn(parts.filter((part) => !buttonWords.test(part)).join(','))
  return { heading: clean(head).slice(0, 60), fields, buttons: buttons.map((label) => label.slice(0, 40)) }
}

/** The sample answer, if the description contains one as JSON. */
function answerIn(description: string): unknown {
  const from = description.search(/[[{]/)
  const to = Math.max(description.lastIndexOf('}'), description.lastIndexOf(']'))
  try {
    return from < 0 || to < from ? undefined : (JSON.parse(description.slice(from, to + 1)) as unknown)
  } catch {
    return undefined
  }
}

function buttonRow(design: CardDesign, labels: readonly string[], word: string): CardElement | undefined {
  if (!labels.length) return undefined
  const taken = freeId(design, 'button')
  return {
    id: freeId(design, 'buttons'),
    type: 'buttons',
    buttons: labels.slice(0, 5).map((label, index) => ({
      id: `${taken}_${index + 1}`,
      label: label || word,
      look: index ? ('plain' as const) : ('main' as const),
      repeatable: false,
      action: { type: 'say' as const, text: label || word },
    })),
  }
}
/** Replaces the names from the answer by the person’s own words. */
function titled(design: CardDesign, fields: readonly DescribedField[]): CardDesign {
  const titles = new Map(fields.map(({ name, title }) => [name, title]))
  const say = (name: string) => titles.get(name) ?? name
  return {
    ...design,
    variables: design.variables.map((variable) => ({ ...variable, title: say(variable.title) })),
    elements: design.elements.map((element) =>
      element.type === 'facts'
        ? { ...element, rows: element.rows.map((row) => ({ ...row, label: say(row.label) })) }
        : element.type === 'buttons'
          ? { ...element, buttons: element.buttons.map((button) => ({ ...button, label: say(button.label) })) }
          : element,
    ),
  }
}

/** Designs a card by rules from a description or from an answer inside it. The card can always be published. */
export function designFromWords(description: string, word: string): CardDesign {
  const fromAnswer = designFromAnswer(answerIn(description))
  if (fromAnswer) return fromAnswer
  const { heading, fields, buttons } = parseDescription(description)
  const answer = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const drawn = designFromAnswer(answer) ?? { format: 'card/1' as const, elements: [], variables: [] }
  const design = titled(drawn, fields)
  const hasHeader = design.elements.some(({ type }) => type === 'header')
  const head: CardElement[] = hasHeader
    ? []
    : [{ id: freeId(design, 'header'), type: 'header', title: heading || word, subtitle: '' }]
  const row = buttonRow(design, buttons, word)
  return { ...design, elements: [...head, ...design.elements, ...(row ? [row] : [])] }
}

/** Adds to a card what a description asks for, or removes what it asks to remove. */
export function changedByWords(design: CardDesign, description: string, word: string): CardDesign {
  if (!design.elements.length || answerIn(description) !== undefined) return designFromWords(description, word)
  if (removal.test(description)) return removeNamed(design, description)
  const { fields, buttons } = parseDescription(beforeFields.test(description) ? description : `add ${description}`)
  const fresh = fields.filter(({ name }) => !design.variables.some((variable) => variable.name === name))
  const rows = fresh.map(({ name, title }) => ({ label: title, value: `{{${name}}}` }))
  const variables = fresh.map(({ name, title, sample }) => ({
    ...newVariable(name, typeof sample === 'number' ? ('number' as const) : ('text' as const), title),
    sample,
  }))
  const facts: CardElement[] = rows.length ? [{ id: freeId(design, 'facts'), type: 'facts', rows }] : []
  const row = buttonRow(design, buttons, word)
  return {
    ...design,
    variables: [...design.variables, ...variables],
    elements: [...design.elements, ...facts, ...(row ? [row] : [])],
  }
}

/** Removes the elements that the description names by type or content. At least one element stays. */
function removeNamed(design: CardDesign, description: string): CardDesign {
  const words = new Set(
    description
      .split(removal)
      .slice(1)
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u)
      .map((text) => known[text] ?? text.replace(/s$/, ''))
      .filter((text) => text.length > 1),
  )
  const isNamed = (element: CardElement) =>
    words.has(element.type.replace(/s$/, '')) ||
    textsOf(element)
      .flatMap(placesOf)
      .some((path) => words.has(path.toLowerCase()))
  const kept = design.elements.filter((element) => !isNamed(element))
  const elements = kept.length ? kept : design.elements.slice(0, 1)
  const used = JSON.stringify(elements)
  const names = new Set(placedIn({ elements }).flatMap(({ element }) => ('items' in element ? [element.items] : [])))
  return {
    ...design,
    elements,
    variables: design.variables.filter(({ name }) => names.has(name) || used.includes(`{{${name}`)),
  }
}
