import type { Guide } from './guide.ts'

/** Upload a file, and ask about it. */
export const files: Guide = {
  id: 'files',
  needs: ['BOT_ID'],
  examples: {
    curl: `printf 'The meeting is on Tuesday.' > notes.txt
file=$(curl -s "$ORRERY_URL/v1/files/upload" -H "Authorization: Bearer $ORRERY_TOKEN" -F file=@notes.txt \\
  | sed -n 's/.*"data":{"id":"\\([^"]*\\)".*/\\1/p')
curl -sN "$ORRERY_URL/v3/chat" \\
  -H "Authorization: Bearer $ORRERY_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "bot_id": "'"$BOT_ID"'",
    "stream": true,
    "additional_messages": [{
      "role": "user",
      "content_type": "object_string",
      "content": "[{\\"type\\":\\"text\\",\\"text\\":\\"When is it?\\"},{\\"type\\":\\"file\\",\\"file_id\\":\\"'"$file"'\\"}]"
    }]
  }'`,
    javascript: `const { ORRERY_URL, ORRERY_TOKEN, BOT_ID } = process.env
const authorization = \`Bearer \${ORRERY_TOKEN}\`

const form = new FormData()
form.set('file', new Blob(['The meeting is on Tuesday.']), 'notes.txt')
const upload = await fetch(\`\${ORRERY_URL}/v1/files/upload\`, { method: 'POST', headers: { authorization }, body: form })
const { data: file } = await upload.json()

const content = [
  { type: 'text', text: 'When is it?' },
  { type: 'file', file_id: file.id },
]
const response = await fetch(\`\${ORRERY_URL}/v3/chat\`, {
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({
    bot_id: BOT_ID,
    stream: true,
    additional_messages: [{ role: 'user', content_type: 'object_string', content: JSON.stringify(content) }],
  }),
})
console.log(await response.text())`,
    python: `import json, os, urllib.request

url, token = os.environ["ORRERY_URL"], "Bearer " + os.environ["ORRERY_TOKEN"]

edge = "edge-of-the-form"
form = (
    f'--{edge}\\r\\nContent-Disposition: form-data; name="file"; filename="notes.txt"\\r\\n\\r\\n'
    f"The meeting is on Tuesday.\\r\\n--{edge}--\\r\\n"
).encode()
upload = urllib.request.Request(
    url + "/v1/files/upload",
    headers={"Authorization": token, "Content-Type": "multipart/form-data; boundary=" + edge},
    data=form,
)
with urllib.request.urlopen(upload) as response:
    file = json.load(response)["data"]

content = [
    {"type": "text", "text": "When is it?"},
    {"type": "file", "file_id": file["id"]},
]
ask = urllib.request.Request(
    url + "/v3/chat",
    headers={"Authorization": token, "Content-Type": "application/json"},
    data=json.dumps({
        "bot_id": os.environ["BOT_ID"],
        "stream": True,
        "additional_messages": [
            {"role": "user", "content_type": "object_string", "content": json.dumps(content)}
        ],
    }).encode(),
)
with urllib.request.urlopen(ask) as response:
    print(response.read().decode())`,
  },
}

/** Run a published workflow and wait for its result. */
export const workflows: Guide = {
  id: 'workflows',
  needs: ['WORKFLOW_ID'],
  examples: {
    curl: `curl -s "$ORRERY_URL/v1/workflow/run" \\
  -H "Authorization: Bearer $ORRERY_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{ "workflow_id": "'"$WORKFLOW_ID"'", "parameters": { "input": "you" } }'`,
    javascript: `const { ORRERY_URL, ORRERY_TOKEN, WORKFLOW_ID } = process.env
const response = await fetch(\`\${ORRERY_URL}/v1/workflow/run\`, {
  method: 'POST',
  headers: { authorization: \`Bearer \${ORRERY_TOKEN}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ workflow_id: WORKFLOW_ID, parameters: { input: 'you' } }),
})
const { code, msg, data } = await response.json()
if (code !== 0) throw new Error(msg)
console.log(JSON.parse(data))`,
    python: `import json, os, urllib.request

request = urllib.request.Request(
    os.environ["ORRERY_URL"] + "/v1/workflow/run",
    headers={
        "Authorization": "Bearer " + os.environ["ORRERY_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "workflow_id": os.environ["WORKFLOW_ID"],
        "parameters": {"input": "you"},
    }).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.loads(json.load(response)["data"]))`,
  },
}

/** Receive events of finished chats: check the signature and the age, and ignore duplicates. */
export const webhooks: Guide = {
  id: 'webhooks',
  needs: ['BOT_ID'],
  examples: {
    curl: `curl -s "$ORRERY_URL/v1/bots/$BOT_ID/webhooks" \\
  -H "Authorization: Bearer $ORRERY_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{ "url": "https://example.com/hooks/orrery", "events": ["chat.completed", "chat.failed"] }'`,
    javascript: `import { createHmac, timingSafeEqual } from 'node:crypto'

const seen = new Set()

/** headers: those of the request, in lower case. body: its bytes as text, before they are parsed. */
function receive(secret, headers, body) {
  const signature = headers['x-orrery-signature'] ?? ''
  const seconds = Number(/(?:^|,)t=(\\d+)/.exec(signature)?.[1])
  if (!(Math.abs(Date.now() / 1000 - seconds) < 300)) return 'too old'
  const right = \`t=\${seconds},v1=\${createHmac('sha256', secret).update(\`\${seconds}.\${body}\`).digest('hex')}\`
  if (right.length !== signature.length || !timingSafeEqual(Buffer.from(right), Buffer.from(signature))) return 'forged'
  const id = headers['x-orrery-delivery']
  if (seen.has(id)) return 'heard before'
  seen.add(id)
  return JSON.parse(body).event
}

// Try it: a delivery as this server sends it, twice, and one that somebody has changed.
const secret = 'whsec_example'
const body = JSON.stringify({ id: '1', event: 'chat.completed', data: {} })
const now = Math.floor(Date.now() / 1000)
const v1 = createHmac('sha256', secret).update(\`\${now}.\${body}\`).digest('hex')
const headers = { 'x-orrery-signature': \`t=\${now},v1=\${v1}\`, 'x-orrery-delivery': '1' }
console.log(receive(secret, headers, body))
console.log(receive(secret, headers, body))
console.log(receive(secret, headers, body.replace('completed', 'failed')))`,
    python: `import hashlib, hmac, json, re, time

seen = set()

def receive(secret, headers, body):
    """headers: those of the request, in lower case. body: its bytes as text, before they are parsed."""
    signature = headers.get("x-orrery-signature", "")
    found = re.search(r"(?:^|,)t=(\\d+)", signature)
    seconds = int(found.group(1)) if found else 0
    if abs(time.time() - seconds) >= 300:
        return "too old"
    digest = hmac.new(secret.encode(), f"{seconds}.{body}".encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(f"t={seconds},v1={digest}", signature):
        return "forged"
    if headers["x-orrery-delivery"] in seen:
        return "heard before"
    seen.add(headers["x-orrery-delivery"])
    return json.loads(body)["event"]

# Try it: a delivery as this server sends it, twice, and one that somebody has changed.
secret, now = "whsec_example", int(time.time())
body = json.dumps({"id": "1", "event": "chat.completed", "data": {}})
v1 = hmac.new(secret.encode(), f"{now}.{body}".encode(), hashlib.sha256).hexdigest()
headers = {"x-orrery-signature": f"t={now},v1={v1}", "x-orrery-delivery": "1"}
print(receive(secret, headers, body))
print(receive(secret, headers, body))
print(receive(secret, headers, body.replace("completed", "failed")))`,
  },
}

/** View the usage, and limit it. */
export const usage: Guide = {
  id: 'usage',
  needs: ['WORKSPACE_ID'],
  examples: {
    curl: `api() { curl -s -H "Authorization: Bearer $ORRERY_TOKEN" -H 'Content-Type: application/json' "$@"; }

api -X PUT "$ORRERY_URL/v1/usage/limits" -d '{
  "workspace_id": "'"$WORKSPACE_ID"'", "subject": "space", "unit": "calls", "period": "day", "max": 10000
}'
echo
api "$ORRERY_URL/v1/usage?workspace_id=$WORKSPACE_ID&by=bot"`,
    javascript: `const { ORRERY_URL, ORRERY_TOKEN, WORKSPACE_ID } = process.env
/** Waits as long as it is told to when there were too many calls. */
async function api(path) {
  const response = await fetch(ORRERY_URL + path, { headers: { authorization: \`Bearer \${ORRERY_TOKEN}\` } })
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000))
    return api(path)
  }
  return (await response.json()).data
}
const { items, total } = await api(\`/v1/usage?workspace_id=\${WORKSPACE_ID}&by=day\`)
for (const { key, calls } of items) console.log(key, calls)
console.log('total', total)`,
    python: `import json, os, time, urllib.error, urllib.request

def api(path):
    """Waits as long as it is told to when there were too many calls."""
    request = urllib.request.Request(
        os.environ["ORRERY_URL"] + path,
        headers={"Authorization": "Bearer " + os.environ["ORRERY_TOKEN"]},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        if error.code != 429:
            raise
        time.sleep(int(error.headers["Retry-After"]))
        return api(path)

usage = api("/v1/usage?by=day&workspace_id=" + os.environ["WORKSPACE_ID"])
for item in usage["items"]:
    print(item["key"], item["calls"])
print("total", usage["total"])`,
  },
}
