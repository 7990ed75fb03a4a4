import type { CardDesign } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { cardFormats, previewCard } from '../card.ts'
import { bigDesign } from '../testing/big-design.ts'
import { isLarger } from './channel-card.ts'
import { channelLimits } from './limits.ts'

const texts = (count: number, length: number): CardDesign => ({
  format: 'card/1',
  elements: Array.from({ length: count }, (_, at) => ({
    id: `t_${at}`,
    type: 'text',
    text: 'x'.repeat(length),
    tone: 'normal',
  })),
  variables: [],
})
const buttons = (count: number): CardDesign => ({
  format: 'card/1',
  elements: [
    { id: 't', type: 'text', text: 'Choose', tone: 'normal' },
    ...[0, 1].map((row) => ({
      id: `row_${row}`,
      type: 'buttons' as const,
      buttons: Array.from({ length: Math.min(10, Math.max(0, count - row * 10)) }, (_, at) => ({
        id: `b_${row}_${at}`,
        label: 'A label that is longer than twenty characters',
        look: 'plain' as const,
        repeatable: false,
        action: { type: 'say' as const, text: 'x' },
      })),
    })),
  ],
  variables: [],
})

describe('a card in each channel', () => {
  it.each(cardFormats)('%s: every element is shown or reported as lost', (format) => {
    const { payload, lost, isOver } = previewCard(format, bigDesign)
    expect(isOver).toBe(false)
    const text = JSON.stringify(payload)
    const drops = new Set(lost.filter(({ kind }) => kind === 'dropped').map(({ id }) => id))
    for (const [id, word] of [
      ['header_1', 'News of Lima'],
      ['facts_1', 'Price'],
      ['columns_1', 'Right'],
      ['list_1', 'Two'],
      ['footer_1', 'The end'],
    ] as const)
      expect(text.includes(word) || drops.has(id)).toBe(true)
    if (format !== 'adaptive') expect([...drops]).toContain('input_1')
  })
  it('matches the format of each platform', () => {
    expect(previewCard('slack', bigDesign).payload).toMatchObject({
      blocks: expect.arrayContaining([
        { type: 'header', text: { type: 'plain_text', text: 'News of Lima' } },
        { type: 'image', image_url: 'https://a.test/p.png', alt_text: 'A picture' },
      ]) as unknown,
    })
    expect(previewCard('feishu', bigDesign).payload).toMatchObject({
      schema: '2.0',
      header: { title: { tag: 'plain_text', content: 'News of Lima' } },
    })
    expect(previewCard('discord', bigDesign).payload).toMatchObject({ flags: 32_768, components: [{ type: 17 }] })
    expect(previewCard('telegram', bigDesign).payload).toMatchObject({
      photo: 'https://a.test/p.png',
      parse_mode: 'HTML',
      caption: expect.stringContaining('Some &lt;b&gt;text&lt;/b&gt; &amp; more') as unknown,
    })
    expect(previewCard('whatsapp', bigDesign).payload).toMatchObject({
      type: 'interactive',
      interactive: { type: 'button', header: { type: 'image' }, footer: { text: 'The end' } },
    })
    expect(previewCard('line', bigDesign).payload).toMatchObject({ type: 'flex', contents: { type: 'bubble' } })
    expect(previewCard('messenger', bigDesign).payload).toMatchObject({
      attachment: { payload: { template_type: 'generic', elements: [{ title: '1. One' }, { title: '2. Two' }] } },
    })
    expect(previewCard('adaptive', bigDesign).payload).toMatchObject({ type: 'AdaptiveCard', version: '1.5' })
  })
  it('links to web addresses only', () => {
    const design: CardDesign = {
      ...buttons(0),
      elements: [
        {
          id: 'row',
          type: 'buttons',
          buttons: [
            {
              id: 'b',
              label: 'Go',
              look: 'plain',
              repeatable: false,
              action: { type: 'open', url: '{{to}}' },
            },
          ],
        },
      ],
      variables: [{ name: 'to', type: 'link', title: '', sample: 'javascript:alert(1)', default: '', fields: [] }],
    }
    for (const format of cardFormats) {
      const { payload, lost } = previewCard(format, design)
      expect(JSON.stringify(payload)).not.toContain('javascript')
      expect(lost).toContainEqual({ id: 'row', kind: 'dropped' })
    }
  })
})

describe('limits of a channel', () => {
  it('are kept by cutting texts, and the cut elements are reported', () => {
    const long = texts(1, 4000)
    const whatsapp = previewCard('whatsapp', { ...long, elements: [...long.elements, ...buttons(1).elements.slice(1)] })
    expect((whatsapp.payload.interactive as { body: { text: string } }).body.text).toHaveLength(
      channelLimits.whatsapp.body,
    )
    expect(whatsapp.lost).toContainEqual({ id: 't_0', kind: 'cut' })
    const telegram = previewCard('telegram', texts(3, 3000))
    expect((telegram.payload.text as string).length).toBeLessThanOrEqual(channelLimits.telegram.text)
    expect(telegram.lost).toContainEqual({ id: 't_1', kind: 'cut' })
    const slack = previewCard('slack', texts(60, 10))
    expect(slack.payload.blocks).toHaveLength(channelLimits.slack.blocks)
    expect(slack.lost).toContainEqual({ id: 't_59', kind: 'dropped' })
    const discord = previewCard('discord', texts(60, 10))
    expect((discord.payload.components as { components: unknown[] }[])[0]!.components).toHaveLength(39)
  })
  it('apply to the number and the labels of buttons', () => {
    const three = previewCard('whatsapp', buttons(3)).payload.interactive as {
      action: { buttons: { reply: { title: string } }[] }
    }
    expect(three.action.buttons.map(({ reply }) => reply.title.length)).toEqual([20, 20, 20])
    expect(previewCard('whatsapp', buttons(4)).payload).toMatchObject({ interactive: { type: 'list' } })
    expect(previewCard('whatsapp', buttons(12)).lost).toContainEqual({ id: 'row_1', kind: 'dropped' })
    expect(previewCard('messenger', buttons(4)).lost).toContainEqual({ id: 'row_0', kind: 'dropped' })
  })
  it('that cutting cannot satisfy are reported', () => {
    expect(previewCard('feishu', texts(60, 600)).isOver).toBe(true)
    expect(previewCard('line', texts(60, 600)).isOver).toBe(true)
    expect(previewCard('slack', texts(40, 600)).isOver).toBe(true)
    expect(isLarger(previewCard('feishu', texts(40, 600)).payload, channelLimits.feishu.bytes)).toBe(false)
  })
})
