import type { BotConfig } from '@orrery/contract'
import type { Person, TestApp } from '#testing/test-app.ts'

/** The tool for a table, as the model of a bot calls it on behalf of a person. */
export async function toolOf(...given: Parameters<typeof toolsOf>) {
  const [tool] = await toolsOf(...given)
  const { signal } = new AbortController()
  return async (sql: string) => {
    const result = await tool!.call({ sql }, { callId: '1', signal, say() {}, sayEnd() {} })
    return result as { content: string; isError?: boolean }
  }
}

/** The tools as the agent gets them. Without a mode, the bot does not restrict the table. */
export async function toolsOf(
  t: TestApp,
  table: { id: string; table_name: string },
  spaceId: string,
  who: Pick<Person, 'id'>,
  rw_mode?: BotConfig['database_list'][number]['rw_mode'],
) {
  const reference = { table_id: table.id, table_name: table.table_name, rw_mode } as BotConfig['database_list'][number]
  const { signal } = new AbortController()
  return t.services.skillPorts.databases!.tools([reference], {
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
}
