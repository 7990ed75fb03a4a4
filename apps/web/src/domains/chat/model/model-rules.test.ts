import type { ListedModel } from '@orrery/contract'
import { ModelStyle } from '@orrery/contract/shared/bot-enums'
import { defaultParameters, ModelFunction, SupportLevel } from '@orrery/contract/shared/model-support'
import { presetIds, presetOf } from '@orrery/contract/shared/provider-presets'
import { emptyBotConfig } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { chooseRemote, isReadyModel, readModel, setCapabilities, setMaxOutput, writeModel } from './model-form.ts'
import {
  choosePreset,
  exampleAddress,
  isReadyProvider,
  needsAddress,
  readProvider,
  requiresKey,
} from './provider-form.ts'
import { applyPreset, chooseModel, isTokenAlert, readParameter, writeParameter } from './model-settings.ts'

import en from '#locales/en/model.json' with { type: 'json' }
import zh from '#locales/zh-CN/model.json' with { type: 'json' }

const info = emptyBotConfig().model_info
const model = (id: number, longest: number): ListedModel =>
  ({ model_type: id, name: `model ${id}`, model_params: defaultParameters(longest) }) as ListedModel
const value = (name: string, item = info) =>
  readParameter(
    item,
    defaultParameters(4096).find((parameter) => parameter.name === name)!,
  )

describe('the settings of a model', () => {
  it('follow a preset for sampling, and keep length and format', () => {
    const before = { ...info, max_tokens: 77 }
    const creative = applyPreset(before, model(1, 4096), ModelStyle.creative)
    expect(creative).toMatchObject({ model_style: ModelStyle.creative, temperature: 1, top_p: 1, max_tokens: 77 })
    expect(applyPreset(before, model(1, 4096), ModelStyle.precise)).toMatchObject({ temperature: 0.3, top_p: 0.7 })
  })
  it('are those of the preset until they are set', () => {
    expect(value('temperature')).toBe(0.8)
    expect(value('temperature', { ...info, model_style: ModelStyle.creative })).toBe(1)
    expect(value('temperature', writeParameter(info, 'temperature', 0))).toBe(0)
  })
  it('are kept by name if they have no field', () => {
    expect(writeParameter(info, 'thinking', 1).parameters).toEqual({ thinking: '1' })
  })
  it('of another model are its own, clamped to its bounds', () => {
    const next = chooseModel(
      { ...info, max_tokens: 9000, model_style: ModelStyle.custom, temperature: 2 },
      model(5, 1000),
    )
    expect(next).toMatchObject({ model_id: '5', max_tokens: 1000, model_style: ModelStyle.balance, temperature: 0.8 })
  })
  it('warn at five tokens or fewer', () => {
    expect([isTokenAlert(5), isTokenAlert(6), isTokenAlert(undefined)]).toEqual([true, false, false])
  })
})

describe('the form of a provider', () => {
  it('takes address and protocol of the chosen provider, and keeps the name', () => {
    const form = { ...readProvider(undefined), name: 'Mine' }
    expect(form).toMatchObject({ preset: 'openai', kind: 'openai', address: 'https://api.openai.com/v1' })
    expect(choosePreset(form, 'dashscope')).toMatchObject({
      name: 'Mine',
      kind: 'openai-compatible',
      address: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    })
    const azure = choosePreset(form, 'azure')
    expect([azure.address, exampleAddress(azure), isReadyProvider(azure)]).toEqual([
      '',
      'https://your-resource.openai.azure.com/openai/v1',
      false,
    ])
    expect(requiresKey(choosePreset(form, 'ollama'))).toBe(false)
    const speech = choosePreset(form, 'azureSpeech')
    expect([needsAddress(speech), isReadyProvider(speech)]).toEqual([true, false])
  })
  it('recognises a saved provider by its address', () => {
    const at = (kind: string, baseUrl: string) => presetOf({ kind, baseUrl })
    expect(at('openai-compatible', 'https://mine.openai.azure.com/openai/v1')).toBe('azure')
    expect(at('openai-compatible', 'https://ark.cn-beijing.volces.com/api/v3')).toBe('ark')
    expect([at('anthropic', ''), at('ollama', 'http://10.0.0.4:11434')]).toEqual(['anthropic', 'ollama'])
    expect(at('openai', 'https://gateway.example.com/v1')).toBeUndefined()
    // Both services of Azure have such hosts.
    expect(at('azure-speech', 'https://mine.cognitiveservices.azure.com')).toBe('azureSpeech')
    expect(at('openai-compatible', 'https://mine.cognitiveservices.azure.com/openai/v1')).toBe('azure')
  })
  it('has texts for every provider in both languages', () => {
    for (const locale of [en, zh])
      for (const id of [...presetIds, 'other'])
        expect([`preset.${id}`, `preset.${id}.text`].filter((key) => !(key in locale))).toEqual([])
  })
})

describe('the form of a model', () => {
  it('is filled from the list of the provider', () => {
    const remote = {
      model: 'some/seer',
      name: 'Seer',
      type: 0 as const,
      context_tokens: 9000,
      max_output_tokens: 700,
      price_in: 2.5,
      price_out: 10,
      capabilities: { vision: true, tools: false },
      is_added: false,
    }
    const form = chooseRemote(readModel(undefined), remote)
    expect(form).toMatchObject({
      name: 'Seer',
      model: 'some/seer',
      contextTokens: 9000,
      maxOutputTokens: 700,
      priceIn: 2.5,
      capabilities: { vision: true, tools: false, json: true },
      support: { [ModelFunction.plugin]: SupportLevel.none },
    })
    const silent = { ...remote, context_tokens: 0, max_output_tokens: 0, capabilities: {} }
    expect(chooseRemote(readModel(undefined), silent)).toMatchObject({ contextTokens: 32_768, maxOutputTokens: 4096 })
  })
  it('is derived again when the capabilities change', () => {
    const form = setCapabilities(readModel(undefined), { tools: false, vision: false, reasoning: false, json: true })
    expect(form.support).toMatchObject({
      [ModelFunction.plugin]: SupportLevel.none,
      [ModelFunction.knowledgePhoto]: SupportLevel.none,
    })
  })
  it('bounds the answer length by the longest possible answer', () => {
    const form = setMaxOutput(readModel(undefined), 512)
    expect(form.parameters.find((parameter) => parameter.name === 'max_tokens')!.max).toBe('512')
  })
  it('requires a name and the id of the model', () => {
    const form = { ...readModel(undefined), name: 'A', model: 'a-1' }
    expect([isReadyModel(form), isReadyModel({ ...form, name: ' ' }), isReadyModel({ ...form, model: '' })]).toEqual([
      true,
      false,
      false,
    ])
    expect(writeModel({ ...form, name: ' A ' })).toMatchObject({ name: 'A', model: 'a-1', context_tokens: 32_768 })
  })
})
