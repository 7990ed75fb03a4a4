/** Registers a person with a token and a space, for figures about calls of programs. */
export async function signUp(url: string) {
  let cookie = ''
  const call = async <T>(path: string, body: object): Promise<T> => (await flat<{ data: T }>(path, body)).data
  /** For calls whose fields are beside `code` instead of in `data`. */
  async function flat<T>(path: string, body: object): Promise<T> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const answer = (await response.json()) as { code: number; msg: string }
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`)
    return answer as T
  }
  await call('/api/passport/web/email/register/v2/', { email: 'bench@example.test', password: 'correct horse 7' })
  const { bot_space_list } = await call<{ bot_space_list: { id: string }[] }>('/api/playground_api/space/list', {})
  const { token } = await call<{ token: string }>(
    '/api/permission_api/pat/create_personal_access_token_and_permission',
    { name: 'bench', duration_day: '30' },
  )
  const spaceId = bot_space_list[0]!.id
  /** Makes a call of the open API with the token. */
  async function open<T>(path: string, body: object): Promise<T> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { code: number; msg: string; data: T }
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  return {
    token,
    spaceId,
    /** For requests with streamed answers, which `call` does not read. */
    cookie: () => cookie,
    call,
    flat,
    get: async <T>(path: string) => (await (await fetch(url + path, { headers: { cookie } })).json()) as T,
    /** Counts the lines of a download while it is streamed. */
    async lines(path: string): Promise<number> {
      const response = await fetch(url + path, { headers: { cookie } })
      let count = 0
      for await (const chunk of response.body!) for (const byte of chunk as Uint8Array) if (byte === 10) count += 1
      return count
    },
    /** Creates a bot on a model behind `baseUrl` and publishes it to the API channel. */
    async publishBot(baseUrl: string): Promise<string> {
      const connection = { kind: 'openai-compatible', name: baseUrl, base_url: baseUrl }
      const { id: provider_id } = await call<{ id: string }>('/api/instance/model/provider/create', connection)
      const model = await call<{ id: string }>('/api/instance/model/create', { provider_id, name: 'Bench', model: 'm' })
      const { bot_id } = await open<{ bot_id: string }>('/v1/bot/create', {
        space_id: spaceId,
        name: 'Bench',
        prompt_info: { prompt: 'You are a helpful assistant.' },
        model_info_config: { model_id: model.id },
        suggest_reply_info: { reply_mode: 'disable' },
      })
      await open('/v1/bot/publish', { bot_id, connector_ids: ['1024'] })
      return bot_id
    },
    async publish(schema: string): Promise<string> {
      const { workflow_id } = await call<{ workflow_id: string }>('/api/workflow_api/create', {
        name: 'Bench',
        desc: '',
        space_id: spaceId,
      })
      await call('/api/workflow_api/save', { workflow_id, schema })
      await call('/api/workflow_api/publish', { workflow_id, force: true, workflow_version: 'v1.0.0' })
      return workflow_id
    },
  }
}
export type Studio = Awaited<ReturnType<typeof signUp>>
