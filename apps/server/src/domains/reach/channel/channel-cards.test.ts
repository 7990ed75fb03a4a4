import { type CardDesign, ParameterType } from '@orrery/contract'
import { type CardFormat, previewCard } from '@orrery/engine/card'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import type { ChatLab } from '#testing/chat-lab.ts'
import type { Platform } from '#testing/platform.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { param } from '#domains/resources/plugin/testing/plugin-lab.ts'
import type { Adapter } from './adapter.ts'
import { discord } from './adapters/discord/discord.ts'
import { feishu } from './adapters/feishu/feishu.ts'
import { line } from './adapters/line/line.ts'
import { messenger } from './adapters/meta/messenger.ts'
import { whatsapp } from './adapters/meta/whatsapp.ts'
import { slack } from './adapters/slack/slack.ts'
import { telegram } from './adapters/telegram/telegram.ts'
import {
  adaptiveFault,
  discordFault,
  feishuFault,
  lineFault,
  messengerFault,
  slackFault,
  telegramFault,
  whatsappFault,
} from './lab/cards.ts'
import { simulateDiscord } from './lab/discord.ts'
import { simulateFeishu } from './lab/feishu.ts'
import { simulateLine } from './lab/line.ts'
import { simulateMessenger, simulateWhatsapp } from './lab/meta.ts'
import type { PlatformRequest, Simulator } from './lab/simulator.ts'
import { simulateSlack } from './lab/slack.ts'
import { simulateTelegram } from './lab/telegram.ts'

/**
 * Sends one card design through the real adapter of each platform, checks that the platform accepts it, and presses it
 * there.
 */
type Make = (platform: () => Platform, now: () => number) => Simulator
const platforms: Record<string, { adapter: Adapter; chat: string; from: string; make: Make; isLong?: true }> = {
  Feishu: { adapter: feishu, chat: 'oc_1', from: 'ou_a', make: (at, now) => simulateFeishu(now, () => at().origin) },
  Slack: { adapter: slack, chat: 'D1', from: 'U501', make: (at, now) => simulateSlack(now, () => at().origin) },
  Discord: {
    adapter: discord,
    chat: '11',
    from: '800000000000000001',
    make: (at) => simulateDiscord(() => at().origin),
    isLong: true,
  },
  Telegram: { adapter: telegram, chat: '501', from: '501', make: () => simulateTelegram() },
  WhatsApp: {
    adapter: whatsapp,
    chat: 'anna1',
    from: 'anna1',
    make: (at, now) => simulateWhatsapp(now, () => at().origin),
  },
  LINE: { adapter: line, chat: 'anna1', from: 'anna1', make: (_, now) => simulateLine(now) },
  Messenger: { adapter: messenger, chat: 'anna1', from: 'anna1', make: (_, now) => simulateMessenger(now) },
}
const design: CardDesign = {
  format: 'card/1',
  elements: [
    { id: 'header_1', type: 'header', title: '{{headline}}', subtitle: '' },
    { id: 'text_1', type: 'text', text: 'Read <all> of it', tone: 'normal' },
    {
      id: 'buttons_1',
      type: 'buttons',
      buttons: [
        {
          id: 'more',
          label: 'More',
          look: 'main',
          repeatable: false,
          action: { type: 'say', text: 'More about {{headline}}' },
        },
      ],
    },
  ],
  variables: [{ name: 'headline', type: 'text', title: 'Headline', sample: 'News', default: '', fields: [] }],
}
let app: ChatLab
let config: Record<string, unknown>
beforeAll(async () => {
  app = await openChannelApp()
  const { api } = app.owner
  const { plugin_id } = await api.plugin.registerMeta({
    space_id: app.spaceId,
    name: 'Paper',
    desc: 'News',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  const { api_id } = await api.pluginTool.create({
    plugin_id,
    name: 'news',
    desc: 'News',
    source_code: `function handler() { return { headline: 'News of Lima' } }`,
    request_params: [],
    response_params: [param('headline', ParameterType.string)],
  })
  await api.plugin.publish({ plugin_id })
  const { card_id } = await api.cards.create({ space_id: app.spaceId, name: 'News' })
  const { version } = await api.cardBuilder.draft({ card_id })
  await api.cardBuilder.save({ card_id, version, design })
  await api.cardBuilder.publish({ card_id, version_name: 'v1.0.0' })
  config = {
    plugin_info_list: [{ plugin_id, api_id, api_name: 'news' }],
    card_list: [
      {
        agent_id: '',
        biz_type: 1,
        business_id: plugin_id,
        unique_id: 'news',
        card_id,
        mapping_rule: '{"headline":"headline"}',
        max_display_rows: 5,
        card_version_num: '1',
        llm_text_card: false,
        plugin_preset_card_selected: false,
      },
    ],
  }
})

describe.each(Object.entries(platforms))('%s', (_, { adapter, chat, from, make, isLong }) => {
  let lab: ChannelLab<Simulator>
  let bot: LabBot
  /** Our requests that contain the card. */
  const sent: PlatformRequest[] = []
  const anna = { id: from, name: 'Anna' }
  beforeAll(async () => {
    lab = await openChannelLab(adapter.connectorId, make, app)
    const handle = lab.simulator.handle.bind(lab.simulator)
    lab.simulator.handle = (request) => {
      if (request.body.includes('News of Lima')) sent.push(request)
      return handle(request)
    }
    bot = await lab.bot({ config, ...(isLong && { mode: 'long' as const }) })
    if (!isLong) return
    await lab.t.services.channelHolder.scan()
    const { simulator } = lab
    await vi.waitFor(() => expect('logins' in simulator && simulator.logins).toEqual(['identify']))
  })
  const tell = async (delivery: ReturnType<Simulator['say']>) => {
    if (!isLong) await bot.deliver(delivery)
  }
  test('shows the card, and answers the text of its button', async () => {
    lab.server.reset()
    lab.server.script(calls({ name: 'news', arguments: '{}' }))
    await tell(lab.simulator.say({ chatId: chat, from: anna, text: 'What is new?' }))
    const shown = () => lab.simulator.shown.find(({ buttons }) => buttons.some(({ label }) => label === 'More'))
    await vi.waitFor(() => expect(shown()).toBeDefined(), { interval: 30 })
    expect(JSON.stringify([shown()!.text, shown()!.card])).toContain('News of Lima')
    lab.server.script(says('There is more.'))
    await tell(lab.simulator.press(shown()!.id, shown()!.buttons[0]!.id, anna))
    await vi.waitFor(() => expect(lab.simulator.shown.some(({ text }) => text.includes('There is more.'))).toBe(true), {
      interval: 30,
    })
    expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('More about News of Lima')
  })
  test('refuses the same card with too much content, and shows nothing of it', async () => {
    const taken = sent.find(({ body }) => body.includes('More'))!
    const body = Buffer.from(
      taken.body
        .toString()
        .replaceAll('News of Lima', 'x'.repeat(60_000))
        // A platform recognises a repeated message by these ids and would return the first result.
        .replaceAll(/"(uuid|nonce)":"[^"]*"/g, '"$1":"another"'),
    )
    const before = lab.simulator.shown.length
    const answer = await lab.simulator.handle({ ...taken, body })
    expect(answer.status >= 400 || /"ok":false|"code":[1-9]/.test(String(answer.body)), String(answer.body)).toBe(true)
    expect(lab.simulator.shown).toHaveLength(before)
  })
})

describe('card limits', () => {
  const long: CardDesign = {
    ...design,
    elements: [
      ...design.elements,
      ...Array.from({ length: 80 }, (_, at) => ({
        id: `long_${at}`,
        type: 'text' as const,
        text: 'x'.repeat(900),
        tone: 'normal' as const,
      })),
    ],
  }
  type Part = Record<string, unknown>
  const faults: Partial<Record<CardFormat, (payload: Part) => string | undefined>> = {
    feishu: (payload) => feishuFault(JSON.stringify(payload)),
    slack: ({ blocks }) => slackFault(blocks as Part[]),
    discord: ({ components }) => discordFault(components),
    whatsapp: ({ interactive }) => whatsappFault(interactive as Part),
    messenger: ({ attachment }) => messengerFault((attachment as { payload: Part }).payload),
    line: (payload) => lineFault(payload),
    telegram: (payload) => telegramFault(payload),
    adaptive: (payload) => adaptiveFault(payload),
  }
  test.each(Object.keys(faults) as CardFormat[])(
    '%s accepts a card within its limits, and refuses a larger one',
    (format) => {
      const check = (payload: object) => faults[format]!(payload as Part)
      expect(check(previewCard(format, design).payload)).toBeUndefined()
      const shown = previewCard(format, long)
      // A preview reports content that cannot be shortened to fit; all other content fits.
      expect(check(shown.payload) !== undefined).toBe(shown.isOver)
      expect(check(tooLong(format))).toBeDefined()
    },
  )
})

/** What a renderer without limits would send. */
function tooLong(format: CardFormat): object {
  const text = 'x'.repeat(60_000)
  const over: Partial<Record<CardFormat, object>> = {
    feishu: { schema: '2.0', body: { elements: [{ tag: 'markdown', content: text }] } },
    slack: { blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) },
    discord: { components: [{ type: 17, components: [{ type: 10, content: text }] }] },
    whatsapp: { interactive: { type: 'button', body: { text } } },
    messenger: { attachment: { payload: { template_type: 'generic', elements: [{ title: text }] } } },
    line: { altText: 'x', contents: { type: 'bubble', body: { type: 'text', text } } },
    telegram: { text },
    adaptive: { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: text.repeat(2) }] },
  }
  return over[format]!
}
