import { keyOf, NodeType } from '@orrery/engine/node-type'
import { nodeWords as en } from '@orrery/engine/words/en'
import { nodeWords as zh } from '@orrery/engine/words/zh-CN'
import { describe, expect, it } from 'vitest'
import { nodeChoices, searchChoices } from './node-choices.ts'
import { nextRecent } from './recent-nodes.ts'

const choicesIn = (words: typeof en) =>
  nodeChoices(false, {
    name: (type) => words[keyOf(type as NodeType)].name,
    about: (type) => words[keyOf(type as NodeType)].about,
  })

describe.each([
  ['English', en],
  ['Chinese', zh],
])('searching on an %s screen', (_, words) => {
  it.each([
    ['if', NodeType.If],
    ['else', NodeType.If],
    ['switch', NodeType.If],
    ['条件', NodeType.If],
    ['merge', NodeType.VariableAggregator],
    ['aggregate', NodeType.VariableAggregator],
    ['aggregator', NodeType.VariableAggregator],
    ['合并', NodeType.VariableAggregator],
    ['iterate', NodeType.Loop],
    ['iteration', NodeType.Loop],
    ['迭代', NodeType.Loop],
    ['classifier', NodeType.Intent],
    ['分类', NodeType.Intent],
    ['curl', NodeType.Http],
    ['template', NodeType.Text],
    ['retrieval', NodeType.Dataset],
    ['python', NodeType.Code],
  ])('for %s finds this node first', (query, type) => {
    expect(searchChoices(choicesIn(words), query)[0]?.type).toBe(type)
  })
  it('by the name of a node finds this node first', () => {
    for (const choice of choicesIn(words))
      expect(searchChoices(choicesIn(words), choice.name)[0]?.name, choice.name).toBe(choice.name)
  })
})

it('recently added nodes are listed once, newest first', () => {
  expect(['3', '5', '3', '8', '21', '15'].reduce<string[]>(nextRecent, [])).toEqual(['15', '21', '8', '3'])
})
