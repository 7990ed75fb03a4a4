interface Place {
  origin: string
  spaceId: string
  key: string
  /** The names of the variables of type text. */
  variables: readonly string[]
}

/** Programs that read and run a prompt, with and without the official clients. */
export function promptSnippets({ origin, spaceId, key, variables }: Place) {
  const each = (write: (name: string) => string) => variables.map(write).join(', ')
  const values = each((name) => `{ "key": "${name}", "value": "..." }`)
  const quoted = each((name) => `"${name}": "..."`)
  const object = variables.length ? `{ ${each((name) => `${name}: '...'`)} }` : '{}'
  return {
    curl: `curl -X POST ${origin}/v1/loop/prompts/execute \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{
    "workspace_id": "${spaceId}",
    "prompt_identifier": { "prompt_key": "${key}", "label": "production" },
    "variable_vals": [${values}],
    "messages": [{ "role": "user", "content": "Hello" }]
  }'`,
    javascript: `import { PromptHub } from '@cozeloop/ai'

const hub = new PromptHub({
  apiClient: { baseURL: '${origin}', token: process.env.TOKEN },
  workspaceId: '${spaceId}',
})
const prompt = await hub.getPrompt('${key}', undefined, { label: 'production' })
const messages = hub.formatPrompt(prompt, ${object})`,
    python: `import cozeloop

client = cozeloop.new_client(
    api_base_url="${origin}", workspace_id="${spaceId}", api_token=TOKEN)
prompt = client.get_prompt(prompt_key="${key}", label="production")
messages = client.prompt_format(prompt, {${quoted}})`,
    go: `client, err := cozeloop.NewClient(
    cozeloop.WithAPIBaseURL("${origin}"),
    cozeloop.WithWorkspaceID("${spaceId}"),
    cozeloop.WithAPIToken(token))
prompt, err := client.GetPrompt(ctx, cozeloop.GetPromptParam{PromptKey: "${key}", Label: "production"})
messages, err := client.PromptFormat(ctx, prompt, map[string]any{${quoted}})`,
  }
}
