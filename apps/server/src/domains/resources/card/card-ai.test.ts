import { type CardDesign, cardDesign, ParameterType } from '@orrery/contract'
import { cardProblems } from '@orrery/engine/card'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChatLab, type ChatLab } from '#testing/chat-lab.ts'
import { readEvents } from '#testing/read-events.ts'
import { says } from '#testing/scripted-model.ts'
import { openTestApp, type Person } from '#testing/test-app.ts'
import { param } from '#domains/resources/plugin/testing/plugin-lab.ts'
import { newsDesign } from './testing/card-designs.ts'

/** Cards are generated from descriptions: by the model of the space, or by rules if there is none. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
beforeEach(() => lab.server.reset())
const create = async (person: Person, space_id: string) =>
  (await person.api.cards.create({ space_id, name: 'Card' })).card_id
const designIn = (text: string) => JSON.parse(text) as CardDesign

describe('with a model', () => {
  test("a card is streamed in pieces and stored in the person's history; the draft does not change", async () => {
    const { api } = lab.owner
    const card_id = await create(lab.owner, lab.spaceId)
    lab.server.script(says(JSON.stringify(newsDesign())))
    const events = await readEvents(await api.cardAi.generateStream({ card_id, description: 'News with stories' }))
    const pieces = events.map(({ data }) => data as { message: string; finished: boolean; record_id?: string })
    expect(designIn(pieces.map(({ message }) => message).join(''))).toEqual(newsDesign())
    const last = pieces.at(-1)!
    expect(last).toMatchObject({ finished: true, record_id: expect.any(String) as string })
    await api.cardAi.saveHistory({ card_id, record_id: last.record_id!, transfer_status: 1 })
    const { total, history_infos } = await api.cardAi.history({ card_id })
    expect([total, history_infos[0]]).toMatchObject([
      1,
      { id: last.record_id, user_description: 'News with stories', status: 1, transfer_status: 1 },
    ])
    expect(designIn(history_infos[0]!.ai_schema)).toEqual(newsDesign())
    expect((await api.cardBuilder.draft({ card_id })).design.elements).toEqual([])
  })

  test('a model gets one retry with the validation error; after that the error is returned and recorded', async () => {
    const { api } = lab.owner
    const card_id = await create(lab.owner, lab.spaceId)
    const bad = JSON.stringify({ ...newsDesign(), variables: [] })
    lab.server.script(says(bad), says(JSON.stringify(newsDesign())))
    const { ai_schema } = await api.cardAi.generate({ card_id, description: 'News' })
    expect(designIn(ai_schema)).toEqual(newsDesign())
    expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('unknownName at header_1 headline')
    lab.server.script(says(bad), says('Sorry, no.'))
    await expect(api.cardAi.generate({ card_id, description: 'News' })).rejects.toMatchObject({
      status: 502,
      message: expect.stringMatching(/^description/) as string,
    })
    // A generated card must never run a workflow.
    const run = { type: 'run', workflow_id: '1', inputs: {}, outputs: {} }
    const runs = {
      id: 'b',
      type: 'buttons',
      buttons: [{ id: 'c', label: 'x', look: 'main', repeatable: false, action: run }],
    }
    const running = JSON.stringify({ ...newsDesign(), elements: [...newsDesign().elements, runs] })
    lab.server.script(says(running), says(running))
    await expect(api.cardAi.generate({ card_id, description: 'News' })).rejects.toMatchObject({ status: 502 })
    expect((await api.cardAi.history({ card_id })).history_infos.map(({ status }) => status)).toEqual([2, 2, 1])
  })

  test('the current draft is sent to the model, to be changed', async () => {
    const { api } = lab.owner
    const card_id = await create(lab.owner, lab.spaceId)
    const { version } = await api.cardBuilder.draft({ card_id })
    await api.cardBuilder.save({ card_id, version, design: newsDesign() })
    lab.server.script(says(JSON.stringify(newsDesign())))
    await api.cardAi.generate({ card_id, description: 'Shorter' })
    expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('change_this_card')
  })

  test('a description is suggested from the response of a tool', async () => {
    const { api } = lab.owner
    const { plugin_id } = await api.plugin.registerMeta({
      space_id: lab.spaceId,
      name: 'Shop',
      desc: 'Orders',
      icon: {},
      creation_method: 1,
      ide_code_runtime: '1',
    })
    const { api_id } = await api.pluginTool.create({
      plugin_id,
      name: 'order',
      desc: 'An order',
      source_code: 'function handler() { return {} }',
      request_params: [],
      response_params: [param('number', ParameterType.string), param('price', ParameterType.number)],
    })
    const ask = (language: string) => api.cardAi.defaultPrompt({ tool_type: 1, plugin_id, api_id, language })
    expect(await ask('en')).toMatchObject({
      title: 'order',
      success: true,
      prompt: expect.stringContaining('number, price') as string,
    })
    expect((await ask('zh-CN')).prompt).toContain('包含')
    const stranger = await lab.t.register('prompt-stranger')
    await expect(stranger.api.cardAi.defaultPrompt({ tool_type: 1, plugin_id, api_id })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('without a model', () => {
  test('rules generate and change cards, fill in samples, and suggest cards', async () => {
    const t = await openTestApp()
    const owner = await t.register('offline')
    const { api } = owner
    const space_id = (await api.space.create({ name: 'Offline' })).id
    const card_id = await create(owner, space_id)
    const draw = async (description: string) =>
      designIn((await api.cardAi.generate({ card_id, description })).ai_schema)
    const first = await draw('A product with image, name and price')
    expect(first.variables.map(({ name }) => name)).toEqual(['image', 'name', 'price'])
    const { version } = await api.cardBuilder.draft({ card_id })
    await api.cardBuilder.save({ card_id, version, design: first })
    const second = await draw('Add a button Buy')
    expect(second.elements.map(({ type }) => type)).toContain('buttons')
    for (const design of [first, second]) {
      expect(cardDesign.safeParse(design).success).toBe(true)
      expect(cardProblems(design).filter(({ isError }) => isError)).toEqual([])
    }
    const { card_variables } = await api.cardAi.variables({ card_id, desc: 'A lamp' })
    const values = JSON.parse(card_variables) as Record<string, unknown>
    expect([Object.keys(values), typeof values.price]).toEqual([['image', 'name', 'price'], 'number'])

    const suggest = async (description: string, space?: string) =>
      (await api.cardAi.suggest({ space_id: space, description, candidates_number: 2 })).card_suggestion_data_list
    expect((await suggest('Where is my order?'))[0]).toMatchObject({ name: 'Order', card_id: '' })
    await api.cardBuilder.publish({ card_id, version_name: 'v1.0.0' })
    expect((await suggest('image name price', space_id))[0]).toMatchObject({ card_id, version_num: '1' })
    const other = await t.register('offline-stranger')
    await expect(other.api.cardAi.suggest({ space_id, description: 'x', candidates_number: 1 })).rejects.toMatchObject({
      status: 404,
    })
    await expect(other.api.cardAi.history({ card_id })).rejects.toMatchObject({ status: 404 })
  })
})
