import { CollaborationResource } from '@orrery/contract'
import sharp from 'sharp'
import type { Config } from '#kit/config.ts'
import { openTestApp, type Person, type TestApp } from './test-app.ts'

export interface BotTeam {
  t: TestApp
  /** Owns the instance, and is a member of none of the spaces. */
  stranger: Person
  /** Owns the space and creates the bots. */
  maker: Person
  /** Edits the bots to which they are added. */
  editor: Person
  /** A member of the space without further rights. */
  member: Person
  spaceId: string
  newBot(name?: string, more?: { space_id?: string; description?: string; by?: Person }): Promise<string>
  /** Adds the editor as a collaborator of a bot. */
  addEditor(botId: string): Promise<void>
  removeEditor(botId: string): Promise<void>
  draft(botId: string, who?: Person): ReturnType<Person['api']['bot']['getDraft']>
  /** A small picture as Base64. */
  picture: string
}

/** An app with a team whose members have different rights on bots. */
export async function openBotTeam(config: Partial<Config> = {}): Promise<BotTeam> {
  const t = await openTestApp({ config })
  const people = []
  for (const name of ['stranger', 'maker', 'editor', 'member']) people.push(await t.register(name))
  const [stranger, maker, editor, member] = people as [Person, Person, Person, Person]
  const spaceId = (await maker.api.space.create({ name: 'Team' })).id
  await maker.api.space.addMembers({
    space_id: spaceId,
    member_info_list: [{ user_id: editor.id }, { user_id: member.id }],
  })
  const principal = { id: editor.id, type: 1 as const }
  const resource = (id: string) => ({ id, type: CollaborationResource.bot })
  return {
    t,
    stranger,
    maker,
    editor,
    member,
    spaceId,
    newBot: async (name = 'Bot', { by = maker, ...more } = {}) =>
      (await by.api.bot.create({ space_id: spaceId, name, ...more })).bot_id,
    addEditor: async (botId) => void (await maker.api.collaborator.add({ resource: resource(botId), principal })),
    removeEditor: async (botId) => void (await maker.api.collaborator.remove({ resource: resource(botId), principal })),
    draft: (botId, who = maker) => who.api.bot.getDraft({ bot_id: botId }),
    picture: (
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4d53e8' } })
        .png()
        .toBuffer()
    ).toString('base64'),
  }
}
