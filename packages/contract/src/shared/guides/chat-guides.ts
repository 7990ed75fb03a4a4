import type { Guide } from './guide.ts'

/** Ask a published bot, and read the answer as it comes. */
export const stream: Guide = {
  id: 'stream',
  needs: ['BOT_ID'],
  examples: {
    curl: `curl -sN "$ORRERY_URL/v3/chat" \\
  -H "Authorization: Bearer $ORRERY_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "bot_id": "'"$BOT_ID"'",
    "user_id": "visitor-1",
    "stream": true,
    "additional_messages": [
      { "role": "user", "content": "Hello!", "content_type": "text" }
    ]
  }'`,
    javascript: `const { ORRERY_URL, ORRERY_TOKEN, BOT_ID } = process.env
const response = await fetch(\`\${ORRERY_URL}/v3/chat\`, {
  method: 'POST',
  headers: { authorization: \`Bearer \${ORRERY_TOKEN}\`, 'content-type': 'application/json' },
  body: JSON.stringify({
    bot_id: BOT_ID,
    user_id: 'visitor-1',
    stream: true,
    additional_messages: [{ role: 'user', content: 'Hello!', content_type: 'text' }],
  }),
})
if (!response.ok) throw new Error(await response.text())

let rest = ''
let event = ''
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    if (line.startsWith('event:')) event = line.slice(6)
    if (line.startsWith('data:') && event === 'conversation.message.delta')
      process.stdout.write(JSON.parse(line.slice(5)).content)
  }
}
console.log()`,
    python: `import json, os, urllib.request

request = urllib.request.Request(
    os.environ["ORRERY_URL"] + "/v3/chat",
    headers={
        "Authorization": "Bearer " + os.environ["ORRERY_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "bot_id": os.environ["BOT_ID"],
        "user_id": "visitor-1",
        "stream": True,
        "additional_messages": [
            {"role": "user", "content": "Hello!", "content_type": "text"}
        ],
    }).encode(),
)
event = ""
with urllib.request.urlopen(request) as response:
    for line in response:
        text = line.decode().rstrip("\\n")
        if text.startswith("event:"):
            event = text[6:]
        if text.startswith("data:") and event == "conversation.message.delta":
            print(json.loads(text[5:])["content"], end="", flush=True)
print()`,
  },
}

/** Ask without a stream: start the chat, and poll it until it has finished. */
export const poll: Guide = {
  id: 'poll',
  needs: ['BOT_ID'],
  examples: {
    curl: `api() { curl -s -H "Authorization: Bearer $ORRERY_TOKEN" -H 'Content-Type: application/json' "$@"; }
field() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }

chat=$(api "$ORRERY_URL/v3/chat" -d '{
  "bot_id": "'"$BOT_ID"'",
  "user_id": "visitor-1",
  "additional_messages": [{ "role": "user", "content": "Hello!", "content_type": "text" }]
}')
ids="conversation_id=$(echo "$chat" | field conversation_id)&chat_id=$(echo "$chat" | field id)"
until api "$ORRERY_URL/v3/chat/retrieve?$ids" | grep -qE '"status":"(completed|failed|requires_action)"'; do
  sleep 0.5
done
api "$ORRERY_URL/v3/chat/message/list?$ids"`,
    javascript: `const { ORRERY_URL, ORRERY_TOKEN, BOT_ID } = process.env
async function api(path, body) {
  const response = await fetch(ORRERY_URL + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: \`Bearer \${ORRERY_TOKEN}\`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.code !== 0) throw new Error(\`\${answer.code} \${answer.msg} (\${answer.detail?.logid})\`)
  return answer.data
}

let chat = await api('/v3/chat', {
  bot_id: BOT_ID,
  user_id: 'visitor-1',
  additional_messages: [{ role: 'user', content: 'Hello!', content_type: 'text' }],
})
const ids = new URLSearchParams({ conversation_id: chat.conversation_id, chat_id: chat.id })
while (chat.status === 'created' || chat.status === 'in_progress') {
  await new Promise((resolve) => setTimeout(resolve, 300))
  chat = await api(\`/v3/chat/retrieve?\${ids}\`)
}
for (const message of await api(\`/v3/chat/message/list?\${ids}\`))
  if (message.type === 'answer') console.log(message.content)`,
    python: `import json, os, time, urllib.request

def api(path, body=None):
    request = urllib.request.Request(
        os.environ["ORRERY_URL"] + path,
        headers={
            "Authorization": "Bearer " + os.environ["ORRERY_TOKEN"],
            "Content-Type": "application/json",
        },
        data=json.dumps(body).encode() if body else None,
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]

chat = api("/v3/chat", {
    "bot_id": os.environ["BOT_ID"],
    "user_id": "visitor-1",
    "additional_messages": [{"role": "user", "content": "Hello!", "content_type": "text"}],
})
ids = f"conversation_id={chat['conversation_id']}&chat_id={chat['id']}"
while chat["status"] in ("created", "in_progress"):
    time.sleep(0.3)
    chat = api("/v3/chat/retrieve?" + ids)
for message in api("/v3/chat/message/list?" + ids):
    if message["type"] == "answer":
        print(message["content"])`,
  },
}

/** Use third-party client libraries with this server. */
export const clients: Guide = {
  id: 'clients',
  needs: ['BOT_ID'],
  examples: {
    curl: `curl -s "$ORRERY_URL/v1/chat/completions" \\
  -H "Authorization: Bearer $ORRERY_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{ "model": "'"$BOT_ID"'", "messages": [{ "role": "user", "content": "Hello!" }] }'`,
    javascript: `// npm install @coze/api openai
import { CozeAPI } from '@coze/api'
import OpenAI from 'openai'

const { ORRERY_URL, ORRERY_TOKEN, BOT_ID } = process.env
const coze = new CozeAPI({ baseURL: ORRERY_URL, token: ORRERY_TOKEN })
const { messages } = await coze.chat.createAndPoll({
  bot_id: BOT_ID,
  user_id: 'visitor-1',
  additional_messages: [{ role: 'user', content: 'Hello!', content_type: 'text' }],
})
console.log(messages.find((one) => one.type === 'answer').content)

const openai = new OpenAI({ baseURL: \`\${ORRERY_URL}/v1\`, apiKey: ORRERY_TOKEN })
const response = await openai.responses.create({ model: BOT_ID, input: 'Hello!' })
console.log(response.output_text)`,
    python: `import json, os, urllib.request

# The same call that the openai package makes with base_url=ORRERY_URL + "/v1".
request = urllib.request.Request(
    os.environ["ORRERY_URL"] + "/v1/chat/completions",
    headers={
        "Authorization": "Bearer " + os.environ["ORRERY_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "model": os.environ["BOT_ID"],
        "messages": [{"role": "user", "content": "Hello!"}],
    }).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["choices"][0]["message"]["content"])`,
  },
}
