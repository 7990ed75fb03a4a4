import type { ListedModel } from '@orrery/contract'
import { ModelStyle } from '@orrery/contract/shared/bot-enums'
import { defaultParameters, ModelFunction, SupportLevel } from '@orrery/contract/shared/model-support'
import { emptyBotConfig } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { isReadyModel, readModel, setCapabilities, setMaxOutput, writeModel } from './model-form.ts'
import { applyPreset, chooseModel, isTokenAlert, readParameter, writeParameter } from './model-settings.ts'

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
  it('are those of the preset until one is set', () => {
    expect(value('temperature')).toBe(0.8)
    expect(value('temperature', { ...info, model_style: ModelStyle.creative })).toBe(1)
    expect(value('temperature', writeParameter(info, 'temperature', 0))).toBe(0)
  })
  it('without a separate field are kept by name', () => {
    expect(writeParameter(info, 'thinking', 1).parameters).toEqual({ thinking: '1' })
  })
  it('of another model are its own, brought into its bounds', () => {
    const next = chooseModel(
      { ...info, max_tokens: 9000, model_style: ModelStyle.custom, temperature: 2 },
      model(5, 1000),
    )
    expect(next).toMatchObject({ model_id: '5', max_tokens: 1000, model_style: ModelStyle.balance, temperature: 0.8 })
  })
  it('warn at five tokens and fewer', () => {
    expect([isTokenAlert(5), isTokenAlert(6), isTokenAlert(undefined)]).toEqual([true, false, false])
  })
})

describe('the form of a model', () => {
  it('is derived again when the capabilities change', () => {
    const form = setCapabilities(readModel(undefined), { tools: false, vision: false, reasoning: false, json: true })
    expect(form.support).toMatchObject({
      [ModelFunction.plugin]: SupportLevel.none,
      [ModelFunction.knowledgePhoto]: SupportLevel.none,
    })
  })
  it('moves the bound of the longest answer', () => {
    const form = setMaxOutput(readModel(undefined), 512)
    expect(form.parameters.find((parameter) => parameter.name === 'max_tokens')!.max).toBe('512')
  })
  it('needs a name and the id of the model', () => {
    const form = { ...readModel(undefined), name: 'A', model: 'a-1' }
    expect([isReadyModel(form), isReadyModel({ ...form, name: ' ' }), isReadyModel({ ...form, model: '' })]).toEqual([
      true,
      false,
      false,
    ])
    expect(writeModel({ ...form, name: ' A ' })).toMatchObject({ name: 'A', model: 'a-1', context_tokens: 32_768 })
  })
})
