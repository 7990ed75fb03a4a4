import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { CanvasError } from '#errors.ts'
import { parseJson } from '#values/json.ts'
import { boolField, numberField, objectField, textField } from './fields.ts'
import { nameOf, type RawNode } from './parse.ts'
import type { ErrorSetting } from './plan.ts'

const mostRetries = 10

/** Reads the error handling of a node. The time limit applies even if error handling is switched off. */
export function parseErrorSetting(node: RawNode): { setting: ErrorSetting | undefined; timeoutMs: number | undefined } {
  const raw = objectField(node.inputs, 'settingOnError')
  if (!raw) return { setting: undefined, timeoutMs: undefined }
  const timeoutMs = numberField(raw, 'timeoutMs')
  const rawData = textField(raw, 'dataOnErr')
  const process = processOf(numberField(raw, 'processType'), boolField(raw, 'switch'), rawData)
  if (process === 'default' && !rawData) {
    throw new CanvasError(`node ${nameOf(node)} returns default data on error, but none is given`, node.id, {
      fault: 'noDefaultData',
      code: ErrorCode.engine.schemaConversion,
    })
  }
  const retries = Math.min(Math.max(numberField(raw, 'retryTimes') ?? 0, 0), mostRetries)
  const setting =
    process === 'throw' && retries === 0 ? undefined : { process, rawData, data: parseData(rawData), retries }
  return { setting, timeoutMs: timeoutMs && timeoutMs > 0 ? timeoutMs : undefined }
}

function processOf(type: number | undefined, on: boolean, data: string): ErrorSetting['process'] {
  if (type === 2) return 'default'
  if (type === 3) return 'branch'
  return type === undefined && on && data ? 'default' : 'throw'
}

function parseData(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Parameters of the backup model, used on every attempt after the first. */
export function backupModel(node: RawNode): unknown {
  const text = textField(objectField(objectField(node.inputs, 'settingOnError'), 'ext'), 'backupLLMParam')
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    throw new CanvasError(`the backup model of node ${nameOf(node)} is not valid JSON`, node.id, {
      fault: 'unknownSetting',
      names: ['backupLLMParam'],
    })
  }
}
