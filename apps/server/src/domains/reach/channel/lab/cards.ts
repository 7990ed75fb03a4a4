/**
 * The documented limits of platforms for cards. Implemented independently of our renderers, to check them from the
 * other side.
 */
type Part = Record<string, unknown>
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

/** Every object inside a payload. */
function partsIn(value: unknown): Part[] {
  if (Array.isArray(value)) return value.flatMap(partsIn)
  return isPart(value) ? [value, ...Object.values(value).flatMap(partsIn)] : []
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const long = (value: unknown, max: number) => textOf(value).length > max
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Why Slack would refuse these blocks. */
export function slackFault(blocks: readonly Part[]): string | undefined {
  if (blocks.length > 50) return 'invalid_blocks'
  const parts = partsIn(blocks)
  const isBad = parts.some(
    (part) =>
      (part.type === 'section' && isPart(part.text) && long(part.text.text, 3000)) ||
      (part.type === 'header' && isPart(part.text) && long(part.text.text, 150)) ||
      (part.type === 'button' && isPart(part.text) && long(part.text.text, 75)) ||
      (part.type === 'actions' && Array.isArray(part.elements) && part.elements.length > 25),
  )
  if (isBad) return 'invalid_blocks'
  return JSON.stringify(blocks).length > 13_200 ? 'msg_too_long' : undefined
}
export const slackButtons = (blocks: readonly Part[]) =>
  partsIn(blocks).flatMap((part) =>
    part.type === 'button' && typeof part.value === 'string'
      ? [{ id: part.value, label: textOf(isPart(part.text) && part.text.text) }]
      : [],
  )

export const feishuFault = (content: string): string | undefined =>
  Buffer.byteLength(content) > 30 * 1024 ? 'card content exceeds 30 KB' : undefined
export const feishuButtons = (card: unknown) =>
  partsIn(card).flatMap((part) => {
    const [behaviour] = part.tag === 'button' && Array.isArray(part.behaviors) ? (part.behaviors as Part[]) : []
    const value = behaviour?.value
    return isPart(value) && typeof value.choice === 'string'
      ? [{ id: value.choice, label: textOf(isPart(part.text) && part.text.content) }]
      : []
  })

export function discordFault(components: unknown): string | undefined {
  const parts = partsIn(components).filter((part) => typeof part.type === 'number')
  const written = parts.reduce((sum, part) => sum + textOf(part.content).length, 0)
  const isBad =
    parts.length > 40 ||
    written > 4000 ||
    parts.some(
      (part) =>
        (part.type === 1 && Array.isArray(part.components) && part.components.length > 5) ||
        (part.type === 2 && long(part.label, 80)),
    )
  return isBad ? 'Invalid Form Body' : undefined
}
export const discordButtons = (components: unknown) =>
  partsIn(components).flatMap((part) =>
    typeof part.custom_id === 'string' ? [{ id: part.custom_id, label: textOf(part.label) }] : [],
  )

export function whatsappFault(interactive: Part): string | undefined {
  const body = isPart(interactive.body) ? interactive.body.text : ''
  const footer = isPart(interactive.footer) ? interactive.footer.text : ''
  const replies = partsIn(interactive).filter((part) => part.type === 'reply')
  const isBad =
    long(body, 1024) ||
    long(footer, 60) ||
    replies.length > 3 ||
    replies.some(({ reply }) => isPart(reply) && long(reply.title, 20)) ||
    partsIn(interactive).some(({ rows }) => Array.isArray(rows) && rows.length > 10)
  return isBad ? 'Parameter value is not valid' : undefined
}

export function messengerFault(template: Part): string | undefined {
  const isBad = partsIn(template).some(
    (part) =>
      (Array.isArray(part.elements) && part.elements.length > 10) ||
      (Array.isArray(part.buttons) && part.buttons.length > 3) ||
      long(part.title, 80) ||
      long(part.subtitle, 80) ||
      (part.template_type === 'button' && long(part.text, 640)),
  )
  return isBad ? 'Length of param is not valid' : undefined
}
export const messengerButtons = (template: unknown) =>
  partsIn(template).flatMap((part) =>
    part.type === 'postback' && typeof part.payload === 'string'
      ? [{ id: part.payload, label: textOf(part.title) }]
      : [],
  )

export function lineFault({ altText, contents }: Part): string | undefined {
  const bubbles = isPart(contents) && Array.isArray(contents.contents) ? (contents.contents as unknown[]) : [contents]
  const isBad =
    !textOf(altText) ||
    long(altText, 400) ||
    bubbles.length > 12 ||
    bubbles.some((bubble) => bytes(bubble) > 30 * 1024) ||
    bytes(contents) > 50 * 1024 ||
    partsIn(contents).some((part) => part.type === 'text' && !textOf(part.text))
  return isBad ? 'A message (messages[0]) in the request body is invalid' : undefined
}
export const lineButtons = (contents: unknown) =>
  partsIn(contents).flatMap((part) =>
    part.type === 'postback' && typeof part.data === 'string' ? [{ id: part.data, label: textOf(part.label) }] : [],
  )

export function telegramFault({ text, caption, reply_markup: markup }: Part): string | undefined {
  if (long(text, 4096)) return 'Bad Request: message is too long'
  if (long(caption, 1024)) return 'Bad Request: message caption is too long'
  const buttons = partsIn(markup).filter((part) => typeof part.text === 'string')
  if (buttons.length > 100) return 'Bad Request: reply markup is too long'
  const isBad = buttons.some(({ callback_data: data }) => Buffer.byteLength(textOf(data)) > 64)
  return isBad ? 'Bad Request: BUTTON_DATA_INVALID' : undefined
}

const adaptiveTypes = new Set(
  (
    'AdaptiveCard TextBlock Image FactSet Table TableRow TableCell Container ColumnSet Column ActionSet ' +
    'Input.Text Input.ChoiceSet Input.Date Input.Number Action.OpenUrl Action.Submit'
  ).split(' '),
)
/**
 * No simulated platform accepts these. Clients of version 1.5 refuse unknown elements, and Teams refuses more than 100
 * KB.
 */
export function adaptiveFault(card: Part): string | undefined {
  if (card.type !== 'AdaptiveCard' || card.version !== '1.5') return 'Not an Adaptive Card 1.5'
  const strange = partsIn(card).find(({ type }) => typeof type === 'string' && !adaptiveTypes.has(type))
  if (strange) return `Unknown element ${textOf(strange.type)}`
  return bytes(card) > 100 * 1024 ? 'Message size too large' : undefined
}
