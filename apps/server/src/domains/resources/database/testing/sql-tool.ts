import type { BotConfig } from '@orrery/contract'
import type { Person, TestApp } from '#testing/test-app.ts'

/** The tool that the model of a bot has for a table, in the name of a person who talks to the bot. */
export async function toolOf(
  t: TestApp,
  table: { id: string; table_name: string },
  spaceId: string,
  who: Pick<Person, 'id'>,
) {
  const reference = { table_id: table.id, table_name: table.table_name } as BotConfig['database_list'][number]
  const { signal } = new AbortController()
  const [tool] = await t.services.skillPorts.databases!.tools([reference], {
    botId: '1',
    spaceId,
    userId: who.id,
    endUser: '',
    conversationId: '1',
    turnId: '1',
    connectorId: '10000010',
    isDraft: true,
    locale: 'en',
    signal,
  })
  return async (sql: string) => {
    const result = await tool!.call({ sql }, { callId: '1', signal, say() {}, sayEnd() {} })
    return result as { content: string; isError?: boolean }
  }
}
