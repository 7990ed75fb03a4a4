import { objectField, textField } from '#canvas/fields.ts'
import { CanvasError } from '#errors.ts'
import { isObject, type Values } from '#values/own.ts'
import { botOf, type DifyBot } from './bot.ts'
import { canvasOf } from './canvas.ts'
import type { DifyNote } from './scope.ts'

export type { DifyBot } from './bot.ts'
export type { DifyNote } from './scope.ts'

export interface DifyApp {
  kind: 'workflow' | 'chatflow' | 'bot'
  name: string
  description: string
  canvas?: Values
  bot?: DifyBot
  notes: DifyNote[]
}

const graphs: Record<string, DifyApp['kind']> = { workflow: 'workflow', 'advanced-chat': 'chatflow' }
const bots = new Set(['chat', 'agent-chat', 'completion'])

/**
 * Converts an app exported from Dify to a workflow or bot. Nothing in the file is run. Parts without a counterpart
 * keep their place and are listed in the notes. Such files contain no models: `modelId` supplies one.
 */
export function fromDify(parsed: unknown, modelId = ''): DifyApp {
  const app = objectField(parsed, 'app')
  if (!isObject(parsed) || !app || textField(parsed, 'kind') !== 'app')
    throw new CanvasError('this is no app of Dify: `kind: app` and `app:` are expected')
  const mode = textField(app, 'mode')
  const head = { name: textField(app, 'name') || 'Imported', description: textField(app, 'description') }
  const notes: DifyNote[] = []
  const kind = graphs[mode]
  if (kind) {
    const workflow = objectField(parsed, 'workflow')
    if (!workflow) throw new CanvasError(`the app is a ${mode}, but the file has no \`workflow:\``)
    return { kind, ...head, ...canvasOf(workflow, kind === 'chatflow', modelId) }
  }
  if (!bots.has(mode)) throw new CanvasError(`the mode "${mode}" is not known`)
  const config = objectField(parsed, 'model_config')
  if (!config) throw new CanvasError(`the app is a ${mode}, but the file has no \`model_config:\``)
  return { kind: 'bot', ...head, bot: botOf(config, notes), notes }
}
